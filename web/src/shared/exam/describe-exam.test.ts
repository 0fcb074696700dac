import { describe, expect, it } from 'vitest';
import { previewDescription } from './describe-exam.ts';

describe('the description on a card', () => {
  it('is stripped of markup and entities', () => {
    expect(previewDescription('<p>Maths &amp; <b>logic</b>.</p><style>p{}</style>')).toBe(
      'Maths & logic.',
    );
  });

  it('is cut to 100 characters and an ellipsis, never inside a letter of two code units', () => {
    const preview = previewDescription('𝔸'.repeat(101));
    expect([...preview]).toHaveLength(101);
    expect(preview.endsWith('𝔸…')).toBe(true);
    expect(previewDescription('a'.repeat(100))).toBe('a'.repeat(100));
  });

  it('says “No description.” when there is none', () => {
    expect(previewDescription('<p> &nbsp; </p>')).toBe('No description.');
  });
});
