// The names of QTI's question types other than four options with one right answer, in words for the administrator.
import { mostChoices } from '../judge/item.ts';

const typed = 'a question with a typed answer';
const gaps = 'a text with gaps';
const matching = 'a matching question';
const place = 'a question about places in a picture';
const order = 'a question that asks for an order';
const none = 'a text without a question';

const kinds = new Map(
  Object.entries({
    // Canvas's own names, which are more precise than the elements.
    essay_question: 'an essay question',
    short_answer_question: typed,
    numerical_question: 'a question that asks for a number',
    calculated_question: 'a question with changing numbers',
    fill_in_multiple_blanks_question: gaps,
    multiple_dropdowns_question: gaps,
    matching_question: matching,
    categorization_question: matching,
    ordering_question: order,
    hot_spot_question: place,
    file_upload_question: 'a question that asks for a file',
    text_only_question: none,
    // QTI 1.2
    response_str: typed,
    response_num: 'a question that asks for a number',
    response_xy: place,
    response_grp: matching,
    // QTI 2 and 3
    textentryinteraction: typed,
    extendedtextinteraction: 'an essay question',
    inlinechoiceinteraction: gaps,
    gapmatchinteraction: gaps,
    hottextinteraction: 'a question about words in a text',
    matchinteraction: matching,
    associateinteraction: matching,
    orderinteraction: order,
    hotspotinteraction: place,
    selectpointinteraction: place,
    graphicorderinteraction: place,
    graphicassociateinteraction: place,
    graphicgapmatchinteraction: place,
    positionobjectinteraction: place,
    sliderinteraction: 'a question that asks for a number',
    uploadinteraction: 'a question that asks for a file',
  }),
);

export const isKind = (name: string) => kinds.has(name);

/** @param names the first known one is used */
export function leftOutAs(...names: string[]): string {
  const known = names.map((name) => kinds.get(name)).find((kind) => kind !== undefined);
  return `It is ${known ?? 'another kind of question'}; only questions with four options are taken.`;
}

export const noQuestion = leftOutAs('text_only_question');
export const several =
  'It asks several things at once; only questions with four options are taken.';
export const tickSeveral =
  'It lets people tick several options; a question has one right answer here.';
export const tickedSeveral = 'It let people tick several options; here they choose one.';
export const textBeside =
  'A text that it goes with was left out. Please check that it still makes sense.';
export const tooManyOptions = `It has more than ${mostChoices} options; a question has four here.`;
