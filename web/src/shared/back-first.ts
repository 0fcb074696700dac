/** Who hears of Back before the router does. Of the listeners on the window that is the one that was added first, capturing or not. */
type Listener = (event: PopStateEvent) => void;

let first: Listener | null = null;

/** Before the router starts. */
export function listenForBack(): void {
  addEventListener('popstate', (event) => first?.(event));
}

/** @returns ends it */
export function hearBackFirst(listener: Listener): () => void {
  first = listener;
  return () => {
    first = null;
  };
}
