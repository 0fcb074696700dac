// Reads an <assessmentItem> of QTI 2.0 to 2.2, or a <qti-assessment-item> of QTI 3, as TAO and other systems write it.
import { htmlToText } from '../html-to-text.ts';
import { type Choice, type Item, mostChoices } from '../judge/item.ts';
import {
  leftOutAs,
  noQuestion,
  several,
  textBeside,
  tickedSeveral,
  tickSeveral,
  tooManyOptions,
} from './kinds.ts';
import {
  comparing,
  type Element,
  findAll,
  findNamed,
  markupIn,
  numberOf,
  textOf,
} from './read-elements.ts';

type Place = { line: number; called?: string };

/** Feedback after the answer, and texts for markers. Neither belongs in the question. */
const isForOthers = ({ name, attributes }: Element) =>
  /^(?:feedback(?:block|inline)|modalfeedback|cataloginfo)$/.test(name) ||
  (name === 'rubricblock' && !/\bcandidate\b/.test(attributes.view ?? ''));
const isBesideText = (element: Element) => element.name === 'simplechoice' || isForOthers(element);

function readMarkup(element: Element, aside: typeof isForOthers, lost: Set<string>): string {
  const raw = markupIn(element, aside);
  const read = htmlToText(raw);
  for (const sentence of read?.lost ?? []) lost.add(sentence);
  return read?.text ?? raw; // if it's longer than any question may be, the judge reports it
}

const valuesIn = (element: Element | undefined) =>
  element ? findNamed(element, 'value').map((value) => textOf(value).trim()) : [];

type Scoring = { scores: ReadonlyMap<string, number>; otherwise: number; mark: number | null };

/** Uses the item's mapping of marks when its response processing uses it. Otherwise the right answer earns all marks. */
function scoringOf(item: Element, declaration: Element | undefined, lost: Set<string>): Scoring {
  const [correct] = declaration ? findNamed(declaration, 'correctresponse') : [];
  const [mapping] = declaration ? findNamed(declaration, 'mapping') : [];
  const [processing] = findNamed(item, 'responseprocessing');
  const right = valuesIn(correct);
  const isMapped =
    mapping !== undefined &&
    (right.length === 0 ||
      /map_response/.test(processing?.attributes.template ?? '') ||
      (processing !== undefined && findNamed(processing, 'mapresponse').length > 0));
  if (isMapped) {
    const entries = findNamed(mapping, 'mapentry').map(
      ({ attributes }) => [attributes.mapkey ?? '', numberOf(attributes.mappedvalue) ?? 0] as const,
    );
    const scores = new Map(entries);
    return {
      scores,
      otherwise: numberOf(mapping.attributes.defaultvalue) ?? 0,
      mark: Math.max(0, ...scores.values()) || null,
    };
  }
  const given = processing
    ? findNamed(processing, 'basevalue').flatMap((value) =>
        /^(?:float|integer)$/.test(value.attributes.basetype ?? '')
          ? (numberOf(textOf(value)) ?? [])
          : [],
      )
    : [];
  if (given.some((value) => value < 0) || (processing && findNamed(processing, 'subtract')[0]))
    lost.add(
      'It takes marks off in a way of its own, which was left out: a wrong answer costs nothing.',
    );
  return {
    scores: new Map(right.map((name) => [name, 1])),
    otherwise: 0,
    mark: Math.max(0, ...given) || null,
  };
}

/** The most marks that the item declares. */
function worthOf(item: Element): number | null {
  const declared = findNamed(item, 'outcomedeclaration');
  const named = (name: string) => declared.find(({ attributes }) => attributes.identifier === name);
  const [most] = valuesIn(named('MAXSCORE'));
  return numberOf(most) ?? numberOf(named('SCORE')?.attributes.normalmaximum);
}

export function readItem(item: Element, place: Place): Item {
  const leftOut = (message: string): Item => ({ is: 'left-out', ...place, message });
  const [body] = findNamed(item, 'itembody');
  const interactions = body ? findAll(body, ({ name }) => name.endsWith('interaction')) : [];
  const [interaction, ...others] = interactions;
  if (!body || !interaction) return leftOut(noQuestion);
  if (others.length > 0)
    return leftOut(
      interaction.name === 'choiceinteraction' ||
        others.some(({ name }) => name !== interaction.name)
        ? several
        : leftOutAs(interaction.name),
    );
  if (interaction.name !== 'choiceinteraction') return leftOut(leftOutAs(interaction.name));
  if (findNamed(item, 'templatedeclaration').length > 0)
    return leftOut(leftOutAs('calculated_question'));

  const options = findNamed(interaction, 'simplechoice');
  if (options.length > mostChoices) return leftOut(tooManyOptions);

  const lost = new Set<string>();
  const declaration = findNamed(item, 'responsedeclaration').find(
    ({ attributes }) => attributes.identifier === interaction.attributes.responseidentifier,
  );
  const { scores, otherwise, mark } = scoringOf(item, declaration, lost);
  const isSame = comparing(options.map(({ attributes }) => attributes.identifier ?? ''));
  const earned = options.map(({ attributes: { identifier = '' } }) => {
    const [, score = otherwise] = [...scores].find(([name]) => isSame(name, identifier)) ?? [];
    return score;
  });
  const best = Math.max(0, ...earned);
  if ((interaction.attributes.maxchoices ?? '1') !== '1') {
    if (earned.filter((score) => score > 0).length !== 1) return leftOut(tickSeveral);
    lost.add(tickedSeveral);
  }
  const text = readMarkup(body, isBesideText, lost);
  if (findNamed(item, 'assessmentstimulusref').length > 0) lost.add(textBeside);
  const choices: Choice[] = options.map((option, at) => ({
    text: readMarkup(option, isForOthers, lost),
    credit: best > 0 ? ((earned[at] ?? 0) * 100) / best : 0,
  }));
  return {
    is: 'choice',
    ...place,
    type: null,
    text,
    choices,
    mark: mark ?? worthOf(item) ?? 1,
    remarks: [...lost],
  };
}
