// An <item> of QTI 1.2, as Canvas, Blackboard and Respondus write it. What each option earns is found by working through the
// item's own scoring, as if a candidate had chosen it.
import { htmlToText } from '../html-to-text.ts';
import { type Choice, type Item, mostChoices } from '../judge/item.ts';
import { leftOutAs, noQuestion, several, tickedSeveral, tickSeveral } from './kinds.ts';
import {
  childrenOf,
  type Element,
  findAll,
  findNamed,
  markupIn,
  none,
  numberOf,
  textOf,
} from './read-elements.ts';

type Place = { line: number; called?: string };

/** The fields that systems add of their own, such as Canvas's `question_type`. */
function fieldsOf(item: Element): Map<string, string> {
  const fields = findNamed(item, 'qtimetadatafield').flatMap((field) => {
    const [label] = findNamed(field, 'fieldlabel');
    const [entry] = findNamed(field, 'fieldentry');
    return label && entry ? [[textOf(label).trim(), textOf(entry).trim()] as const] : [];
  });
  // Blackboard's are elements.
  const own = findNamed(item, 'qmd_absolutescore_max', 'qmd_weighting');
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
  const isMarkup = /html|xml/i.test(texttype ?? type ?? '') || childrenOf(piece).length > 0;
  if (!isMarkup) return textOf(piece);
  const raw = childrenOf(piece).length > 0 ? markupIn(piece) : textOf(piece);
  const read = htmlToText(raw);
  for (const sentence of read?.lost ?? []) lost.add(sentence);
  return read?.text ?? raw; // longer than any question may be: the judge of rows says so
}

/** The text of all <material> below; each begins a line. */
function materialOf(element: Element, aside: typeof none, lost: Set<string>): string {
  return findAll(element, ({ name }) => name === 'material', aside)
    .map((material) =>
      findAll(material, ({ name }) => pieces.has(name) || media.has(name))
        .map((piece) => pieceOf(piece, lost))
        .join('')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** Scoring that says more than which option was chosen. */
class Beyond extends Error {}

type Chosen = { response: string; option: string };

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
    case 'other': // reached where no condition above has ended the scoring
      return true;
    case 'unanswered':
      return false;
    case 'varequal':
      return (
        (condition.attributes.respident ?? chosen.response) === chosen.response &&
        textOf(condition).trim() === chosen.option
      );
    default:
      throw new Beyond();
  }
}

type Scoring = { declared: Element | undefined; rules: readonly Element[] };

/** What one option earns. @throws Beyond */
function scoreOf({ declared, rules }: Scoring, chosen: Chosen): number {
  const variable = declared?.attributes.varname ?? 'SCORE';
  let score = numberOf(declared?.attributes.defaultval) ?? 0;
  for (const rule of rules) {
    const [condition] = findNamed(rule, 'conditionvar');
    const sets = findNamed(rule, 'setvar');
    const goesOn = /^yes$/i.test(rule.attributes.continue ?? 'No');
    if (sets.length === 0 && goesOn) continue; // it only shows a feedback
    if (!condition || !holds(condition, chosen)) continue;
    for (const set of sets) {
      const { varname, variablename, action = 'Set' } = set.attributes;
      if ((varname ?? variablename ?? variable) !== variable) continue;
      const said = textOf(set).trim();
      const value = numberOf(/\.max$/.test(said) ? declared?.attributes.maxvalue : said);
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

/** Full marks of 100 are percent, unless the item says otherwise. */
function markOf(fields: ReadonlyMap<string, string>, best: number): number {
  const said = ['points_possible', 'qmd_absolutescore_max', 'qmd_weighting'].map((name) =>
    numberOf(fields.get(name)),
  );
  return said.find((mark) => mark !== null) ?? (best === 100 ? 1 : best);
}

const isOption = ({ name }: Element) => name === 'response_label';

/** @param type of the test or bank around it */
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
  if (leftOutAs(kind) === noQuestion) return leftOut(noQuestion);

  if (options.length > mostChoices)
    return leftOut(`It has more than ${mostChoices} options; a question has four here.`);

  const lost = new Set<string>();
  const text = materialOf(presentation, isOption, lost);
  const [declared] = findNamed(item, 'decvar');
  const scoring = { declared, rules: findNamed(item, 'respcondition') };
  let scores: number[];
  try {
    scores = options.map(({ attributes }) =>
      scoreOf(scoring, {
        response: response.attributes.ident ?? '',
        option: attributes.ident ?? '',
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
  const choices: Choice[] = options.map((option, at) => ({
    text: materialOf(option, none, lost),
    credit: best > 0 ? ((scores[at] ?? 0) * 100) / best : 0,
  }));
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
