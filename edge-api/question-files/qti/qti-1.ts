// Reads an <item> of QTI 1.2, as Canvas, Blackboard and Respondus write it. To find the score of an option, this runs the item's own
// scoring rules as if a candidate had chosen the option.
import { htmlToText } from '../html-to-text.ts';
import { type Choice, type Item, mostChoices } from '../judge/item.ts';
import {
  isKind,
  leftOutAs,
  noQuestion,
  several,
  textBeside,
  tickedSeveral,
  tickSeveral,
  tooManyOptions,
} from './kinds.ts';
import {
  childrenOf,
  comparing,
  type Element,
  findAll,
  findNamed,
  markupIn,
  none,
  numberOf,
  textOf,
} from './read-elements.ts';

type Place = { line: number; called?: string };

/** The second name is from Brightspace. */
export const fieldNames = ['qtimetadatafield', 'qti_metadatafield'];

/** The fields that systems add to the standard, such as Canvas's `question_type`. */
function fieldsOf(item: Element): Map<string, string> {
  const fields = findNamed(item, ...fieldNames).flatMap((field) => {
    const [label] = findNamed(field, 'fieldlabel');
    const [entry] = findNamed(field, 'fieldentry');
    return label && entry ? [[textOf(label).trim(), textOf(entry).trim()] as const] : [];
  });
  // Blackboard writes its fields as elements.
  const own = findNamed(item, 'qmd_absolutescore_max', 'qmd_weighting', 'bbmd_partialcredit');
  return new Map([...own.map((field) => [field.name, textOf(field).trim()] as const), ...fields]);
}

const pieces = new Set(['mattext', 'matemtext', 'mat_formattedtext', 'matbreak']);
const media = new Set(['matimage', 'mataudio', 'matvideo', 'matapplet', 'matapplication']);

function pieceOf(piece: Element, lost: Set<string>): string {
  if (piece.name === 'matbreak') return '\n';
  const { texttype, type, alt, label } = piece.attributes;
  if (media.has(piece.name)) {
    lost.add('A picture, sound or video was left out. Please check that it still makes sense.');
    return alt ?? label ?? '';
  }
  const isSmart = type === 'SMART_TEXT'; // in such a text, Blackboard applies both tags and line breaks
  const isMarkup =
    isSmart || /html|xml/i.test(texttype ?? type ?? '') || childrenOf(piece).length > 0;
  if (!isMarkup) return textOf(piece);
  const said = childrenOf(piece).length > 0 ? markupIn(piece) : textOf(piece);
  const raw = isSmart ? said.replace(/(?<!>)\r?\n(?!<)/g, '<br>') : said;
  const read = htmlToText(raw);
  for (const sentence of read?.lost ?? []) lost.add(sentence);
  return read?.text ?? raw; // if it's longer than any question may be, the judge reports it
}

/** Puts a space between two pieces if their words would run together. */
const joined = (text: string, piece: string) =>
  /[^\s(]/.test(text.at(-1) ?? '') && /^[\p{L}\p{N}(]/u.test(piece)
    ? `${text} ${piece}`
    : text + piece;

/** The text of all <material> elements below, each on a new line. */
function materialOf(element: Element, aside: typeof none, lost: Set<string>): string {
  return findAll(element, ({ name }) => name === 'material', aside)
    .map((material) =>
      findAll(material, ({ name }) => pieces.has(name) || media.has(name))
        .map((piece) => pieceOf(piece, lost))
        .reduce(joined, '')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** Blackboard writes one rule for each option and three more. */
const mostRules = 1_000;

/** Thrown when the score depends on more than the chosen option. */
class Beyond extends Error {}

/** `isCaught` is true once an earlier rule has set a score for the option; `isSame` compares idents of this item. */
type Chosen = {
  response: string;
  option: string;
  isCaught: boolean;
  isSame(one: string, other: string): boolean;
};

/** @throws Beyond */
function holds(condition: Element, chosen: Chosen): boolean {
  const parts = () => childrenOf(condition).map((part) => holds(part, chosen));
  switch (condition.name) {
    case 'conditionvar':
    case 'and':
      return parts().every(Boolean);
    case 'or':
      return parts().some(Boolean);
    case 'not':
      return !parts().every(Boolean);
    case 'other':
      return !chosen.isCaught;
    case 'unanswered':
      return false;
    case 'varequal':
      return (
        chosen.isSame(condition.attributes.respident ?? chosen.response, chosen.response) &&
        chosen.isSame(textOf(condition).trim(), chosen.option)
      );
    default:
      throw new Beyond();
  }
}

type Rule = { condition: Element; sets: readonly Element[]; goesOn: boolean };
type Scoring = { declared: Element | undefined; variable: string; rules: readonly Rule[] };

const nameIn = ({ attributes }: Element) => attributes.varname ?? attributes.variablename;

/** The scoring of an item without scores: the right option is the one after which "Correct" is shown. */
function byFeedback(item: Element): Scoring {
  const right: Element = { name: 'setvar', attributes: {}, children: ['1'] };
  const rules = findNamed(item, 'respcondition').flatMap((rule): Rule[] => {
    const [condition] = findNamed(rule, 'conditionvar');
    const isRight = findNamed(rule, 'displayfeedback').some(({ attributes }) =>
      /^[^a-z]{0,9}(?:correct|right)(?![a-z]{2})/i.test(attributes.linkrefid ?? ''),
    );
    return condition && isRight ? [{ condition, sets: [right], goesOn: false }] : [];
  });
  return { declared: undefined, variable: 'SCORE', rules };
}

/** @throws Beyond */
function scoringOf(item: Element): Scoring {
  const rules = findNamed(item, 'respcondition').flatMap((rule): Rule[] => {
    const [condition] = findNamed(rule, 'conditionvar');
    const sets = findNamed(rule, 'setvar');
    const goesOn = /^yes$/i.test(rule.attributes.continue ?? 'No');
    // A rule that sets no score and lets the next rule run only shows feedback.
    return condition && (sets.length > 0 || !goesOn) ? [{ condition, sets, goesOn }] : [];
  });
  if (rules.length > mostRules) throw new Beyond();
  if (rules.every(({ sets }) => sets.length === 0)) return byFeedback(item);
  const variables = findNamed(item, 'decvar');
  const declared = variables.find((each) => nameIn(each) === 'SCORE') ?? variables[0];
  const [set] = rules.flatMap(({ sets }) => sets);
  const variable = (declared && nameIn(declared)) ?? (set && nameIn(set)) ?? 'SCORE';
  return { declared, variable, rules };
}

/** The score of one option. @throws Beyond */
function scoreOf({ declared, variable, rules }: Scoring, option: Omit<Chosen, 'isCaught'>): number {
  const chosen = { ...option, isCaught: false };
  let score = numberOf(declared?.attributes.defaultval) ?? 0;
  for (const { condition, sets, goesOn } of rules) {
    if (!holds(condition, chosen)) continue;
    for (const set of sets) {
      const { action = 'Set' } = set.attributes;
      if ((nameIn(set) ?? variable) !== variable) continue;
      chosen.isCaught = true;
      const said = textOf(set).trim();
      const most = numberOf(declared?.attributes.maxvalue) || 100; // a pool may have no maximum, or 0
      const value = /\.max$/.test(said) ? most : numberOf(said);
      if (value === null) throw new Beyond();
      if (action === 'Set') score = value;
      else if (action === 'Add') score += value;
      else if (action === 'Subtract') score -= value;
      else throw new Beyond();
    }
    if (!goesOn) break;
  }
  return score;
}

/**
 * The percent of the mark for each option, by its ident, when an option can earn or cost a part of the mark. Blackboard's rules name the
 * option in place of a response.
 */
function partsOf({ rules }: Scoring): Map<string, number> {
  return new Map(
    rules.flatMap(({ condition, sets: [set] }) => {
      const [named] = findNamed(condition, 'varequal');
      const percent = set && numberOf(textOf(set));
      return named && textOf(named).trim() === '' && percent != null
        ? [[named.attributes.respident ?? '', percent] as const]
        : [];
    }),
  );
}

/** The marks of an item. A best score of 100 is a percentage, and a weight applies only to a best score of 100 or 1. */
function markOf(fields: ReadonlyMap<string, string>, best: number): number {
  const marks = (name: string) => numberOf(fields.get(name));
  const weight = best === 100 || best === 1 ? marks('qmd_weighting') : null;
  return (
    marks('points_possible') ??
    (marks('qmd_absolutescore_max') || weight || (best === 100 ? 1 : best))
  );
}

const isOption = ({ name }: Element) => name === 'response_label';

/** @param type the Type that the test or bank around the item gives it */
export function readItem(item: Element, place: Place, type: string | null): Item {
  const leftOut = (message: string): Item => ({ is: 'left-out', ...place, message });
  const fields = fieldsOf(item);
  const kind = fields.get('question_type') ?? '';
  const [presentation] = findNamed(item, 'presentation');
  const responses = presentation
    ? findAll(presentation, ({ name }) => /^response_(?:lid|str|num|xy|grp)$/.test(name))
    : [];
  const [response, ...others] = responses;
  if (!presentation || !response) return leftOut(kind === '' ? noQuestion : leftOutAs(kind));
  if (others.length > 0) return leftOut(kind === '' ? several : leftOutAs(kind));
  const options = findNamed(response, 'response_label');
  if (response.name !== 'response_lid' || findNamed(response, 'render_choice').length === 0)
    return leftOut(leftOutAs(kind, response.name));
  if (isKind(kind)) return leftOut(leftOutAs(kind));

  if (options.length > mostChoices) return leftOut(tooManyOptions);

  const lost = new Set<string>();
  const text = materialOf(presentation, isOption, lost);
  if (findNamed(presentation, 'material_ref', 'matref').length > 0) lost.add(textBeside);
  let scoring: Scoring;
  let scores: number[];
  try {
    scoring = scoringOf(item);
    const isSame = comparing(options.map(({ attributes }) => attributes.ident ?? ''));
    scores = options.map(({ attributes }) =>
      scoreOf(scoring, {
        response: response.attributes.ident ?? '',
        option: attributes.ident ?? '',
        isSame,
      }),
    );
  } catch (error) {
    if (error instanceof Beyond)
      return leftOut('How it is scored depends on more than the option that was chosen.');
    throw error;
  }
  const earning = scores.filter((score) => score > 0).length;
  if (/^multiple$/i.test(response.attributes.rcardinality ?? '')) {
    if (earning !== 1) return leftOut(tickSeveral);
    lost.add(tickedSeveral);
  }
  const best = Math.max(...scores, 0);
  const parts = fields.get('bbmd_partialcredit') === 'true' ? partsOf(scoring) : null;
  const choices: Choice[] = options.map((option, at) => {
    const score = scores[at] ?? 0;
    const part = score > 0 ? undefined : parts?.get(option.attributes.ident ?? '');
    return {
      text: materialOf(option, none, lost),
      credit: part ?? (best > 0 ? (score * 100) / best : 0),
    };
  });
  return {
    is: 'choice',
    ...place,
    type,
    text,
    choices,
    mark: markOf(fields, best),
    remarks: [...lost],
  };
}
