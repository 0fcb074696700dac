import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Marquee } from './partner-strip.tsx';

it('the strip shows each partner twice, but a screen reader reads each one once', () => {
  const html = renderToStaticMarkup(
    <Marquee label="Partners">
      <b>Godavari</b>
      <b>Palki</b>
    </Marquee>,
  );
  const [said = '', hidden = ''] = html.split('aria-hidden="true"');
  for (const part of [said, hidden]) {
    expect(part.match(/Godavari/g)).toHaveLength(1);
    expect(part.match(/Palki/g)).toHaveLength(1);
  }
  expect(html).toContain('aria-label="Pause the strip"');
});
