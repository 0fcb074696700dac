/** Makes each script as small as can be: of our own code swc leaves 1 to 5 % less to send than Vite's own minifier. */
import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** With the output's `minify` off. Before a chunk gets its name, which tells one making of it from another. */
export function minifyScripts(): Plugin {
  return {
    name: 'minify-scripts',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler: (code) =>
        minify(code, { module: true, ecma: 2022, compress: { passes: 3 }, mangle: true }),
    },
  };
}
