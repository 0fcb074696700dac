/**
 * A part of a page whose script comes after the page that holds it, such as a form with its checking and
 * sending: its HTML is ready with the page, its script isn't waited for. Where the script can't be fetched the
 * page is whole without it.
 */
import { type ComponentType, lazy } from 'react';

export function lazyPart(load: () => Promise<ComponentType>) {
  return lazy<ComponentType>(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: () => null }),
    ),
  );
}
