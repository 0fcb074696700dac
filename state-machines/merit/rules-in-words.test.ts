// A published list states the rules by which it was ranked, for anyone who disputes a rank.
import { describe, expect, it } from 'vitest';
import type { MeritRules } from '../contract/desk/merit.ts';
import { hasCutoffs, rulesInWords } from './rules-in-words.ts';

const none: MeritRules['cutoffs'] = { total: null, sections: [], categories: [] };
const rules = (more: Partial<MeritRules> = {}): MeritRules => ({
  shifts: [],
  tieBreaks: [],
  cutoffs: none,
  ...more,
});

describe('the rules of a merit list in words', () => {
  it('say that one exam is ranked by marks, and that equal scores share a rank [ML1, ML3]', () => {
    expect(rulesInWords(rules(), [])).toEqual([
      'Ranked by total marks.',
      'Candidates with the same score share a rank.',
      'Percentile: 100 × candidates with the same or a lower total ÷ all candidates.',
    ]);
  });

  it('say that several shifts are ranked by percentile, each candidate within their own shift [ML4]', () => {
    const [ranked, , percentile] = rulesInWords(rules({ shifts: ['b'] }), ['Morning', 'Evening']);
    expect(ranked).toBe(
      'Ranked by percentile score, each candidate within their own shift: Morning, Evening.',
    );
    expect(percentile).toBe(
      'Percentile: 100 × candidates of the shift with the same or a lower total ÷ all candidates of the shift.',
    );
  });

  it('name the tie-breaks in the order in which they decide [ML2]', () => {
    const tieBreaks: MeritRules['tieBreaks'] = [
      { by: 'wrong' },
      { by: 'section', section: 'Reasoning' },
      { by: 'birth' },
    ];
    expect(rulesInWords(rules({ tieBreaks }), [])[1]).toBe(
      'Ties are broken by fewer wrong answers, then more in Reasoning, then the earlier date of birth; candidates who are still equal share a rank.',
    );
  });

  it('name every cut-off in the unit of the list, and only those that are set [ML5]', () => {
    const cutoffs = {
      total: 40,
      sections: [{ section: 'Reasoning', least: 10 }],
      categories: [{ category: 'SC', least: 30 }],
    };
    expect(rulesInWords(rules({ cutoffs }), []).slice(3)).toEqual([
      'To qualify: at least 40 marks in total; 30 marks in total for SC; 10 marks in Reasoning.',
    ]);
    expect(rulesInWords(rules({ cutoffs: { ...none, total: 0 } }), ['a', 'b']).slice(3)).toEqual([
      'To qualify: at least 0 percentile in total.',
    ]);
  });

  it('tell whether any cut-off is set [ML5]', () => {
    const withCutoffs = (more: Partial<MeritRules['cutoffs']>) =>
      rules({ cutoffs: { ...none, ...more } });
    expect(hasCutoffs(rules())).toBe(false);
    expect(hasCutoffs(withCutoffs({ total: 0 }))).toBe(true);
    expect(hasCutoffs(withCutoffs({ sections: [{ section: 'Reasoning', least: 1 }] }))).toBe(true);
    expect(hasCutoffs(withCutoffs({ categories: [{ category: 'SC', least: 1 }] }))).toBe(true);
  });
});
