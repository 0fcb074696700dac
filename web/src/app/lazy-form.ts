/**
 * A form whose checking and sending come after the page that holds it: its HTML is ready with the page, its
 * script isn't waited for. Where the script can't be fetched the page is whole without the form.
 */
import { type ComponentType, lazy } from 'react';

export function lazyForm(load: () => Promise<ComponentType>) {
  return lazy<ComponentType>(() =>
    load().then(
      (Form) => ({ default: Form }),
      () => ({ default: () => null }),
    ),
  );
}
