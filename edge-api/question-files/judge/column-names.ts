// Recognises a column by its heading, ignoring case, spaces and signs. Usual other names count too: “Option A”, “Marks”, “Subject”.

import { questionFields } from '#contract/desk/questions.ts';
import type { OptionIndex, QuestionField } from '../question-file.ts';
import { foldDigits } from './clean-text.ts';

/** The letters of options in scripts other than Latin. In Marathi and Gujarati, क is also the third letter: see placeOfKa. */
export const letterings = [
  ...[
    'क ख ग घ',
    'अ ब स द',
    'ए बी सी डी',
    'ক খ গ ঘ',
    'ક ખ ગ ઘ',
    'એ બી સી ડી',
    'ਏ ਬੀ ਸੀ ਡੀ',
    'ੳ ਅ ੲ ਸ',
  ],
  ...['ଅ ଆ ଇ ଈ', 'କ ଖ ଗ ଘ', 'அ ஆ இ ஈ', 'ఎ బి సి డి', 'అ ఆ ఇ ఈ', 'ಎ ಬಿ ಸಿ ಡಿ', 'ಅ ಆ ಇ ಈ', 'എ ബി സി ഡി'],
  ...['അ ആ ഇ ഈ', 'الف ب ج د'],
].map((signs) => signs.split(' '));

/** All these letters and the Latin ones; ड and ડ are the fourth letters in Marathi and Gujarati. */
const optionSigns = new Set([...'abcd', ...letterings.flat(), 'ड', 'ડ']);
export const isOptionSign = (sign: string) => optionSigns.has(sign.toLowerCase());

const optionNumbers = [
  ['one', '1', 'a', 'i', 'first', 'અ'],
  ['two', '2', 'b', 'ii', 'second', 'બ'],
  ['three', '3', 'c', 'iii', 'third', ''],
  ['four', '4', 'd', 'iv', 'fourth', 'ड ડ'],
] as const;

const optionWords = [
  ...'option options opt op optn choice choices alternative response answer answers ans answeroption answerchoice'.split(
    ' ',
  ),
  ...'विकल्प पर्याय ऑप्शन ఎంపిక ఆప్షన్ விருப்பம் தெரிவு বিকল্প অপশন વિકલ્પ ಆಯ್ಕೆ ഓപ്ഷൻ ਵਿਕਲਪ ବିକଳ୍ପ'.split(' '),
];

function optionNames(index: 0 | 1 | 2 | 3): string[] {
  const [word, digit, letter, roman, ordinal, local] = optionNumbers[index];
  const letters = [
    ...letterings.flatMap((signs) => signs[index] ?? []),
    ...local.split(' ').filter(Boolean),
  ];
  const prefixed = optionWords.flatMap((prefix) =>
    [word, digit, letter, roman, ...letters].map((number) => prefix + number),
  );
  return [
    `option${word}`,
    ...prefixed,
    letter,
    digit,
    `${letter}option`,
    `${ordinal}option`,
    `${['1st', '2nd', '3rd', '4th'][index]}option`,
    `option${letter}text`,
    `option${digit}text`,
    ...letters,
  ];
}

/** Headings that programs give to the number of the right option, mostly counted from 0: see answers-from-zero.ts. */
const indexNames =
  'correctindex correctanswerindex correctoptionindex correctchoiceindex rightindex answerindex ansindex correctidx answeridx correctoptionid correctoptionids'.split(
    ' ',
  );

/** When a sheet has several of these names, the earliest in the list wins. All are normalised. */
const names: Record<QuestionField, readonly string[]> = {
  Questions: [
    'questions',
    'question',
    'questiontext',
    'questionstatement',
    'questiontitle',
    'questiondescription',
    'questionstem',
    'stem',
    'questns',
    'quest',
    'ques',
    'que',
    'qus',
    'qn',
    'qtext',
    'q',
    'problem',
    'mcq',
    'mcqquestion',
    'questionname',
    'questioncontent',
    'questionprompt',
    'prompt',
    'itemstem',
    'statement',
    'query',
    'item',
    'text',
    ...'प्रश्न प्रश्नकाविवरण प्रश्नविवरण सवाल سوال ప్రశ్న கேள்வி வினா প্রশ্ন પ્રશ્ન ಪ್ರಶ್ನೆ ചോദ്യം ਪ੍ਰਸ਼ਨ ਸਵਾਲ ପ୍ରଶ୍ନ'.split(
      ' ',
    ),
  ],
  OptionOne: optionNames(0),
  OptionTwo: optionNames(1),
  OptionThree: optionNames(2),
  OptionFour: optionNames(3),
  CorrectAnswer: [
    'correctanswer',
    'correctoption',
    'correctanswers',
    'correctchoice',
    'correctans',
    'correctopt',
    'correctoptionnumber',
    'correctoptionno',
    'correctanswernumber',
    'correctanswerno',
    'correctoptionletter',
    'correctresponse',
    'correctalternative',
    'correct',
    'rightanswer',
    'rightoption',
    'rightans',
    'answerkey',
    'correctanswerkey',
    'key',
    'answer',
    'ans',
    'answers',
    'answeroption',
    'ansoption',
    'anskey',
    'answernumber',
    'answerno',
    'correctanswertext',
    'answertext',
    'correctansweroption',
    'correctoptiontext',
    'correctchoicenumber',
    'correctchoiceno',
    'crctans',
    'finalanswer',
    'finalkey',
    'officialkey',
    'officialanswerkey',
    'keyedresponse',
    'keyedanswer',
    'expectedanswer',
    'correctop',
    'correctopn',
    'correctoptions',
    'rightchoice',
    ...'सहीउत्तर सटीकउत्तर सहीविकल्प सहीऑप्शन सहीजवाब उत्तरकुंजी उत्तरकुञ्जी صحیحجواب جواب योग्यउत्तर योग्यपर्याय अचूकउत्तर बरोबरउत्तर उत्तर जवाब'.split(
      ' ',
    ),
    ...'సరైనజవాబు సరైనసమాధానం సరైనఎంపిక జవాబు సమాధానం சரியானவிடை சரியானபதில் விடை பதில்'.split(' '),
    ...'সঠিকউত্তর সঠিকবিকল্প উত্তর સાચોજવાબ સાચોવિકલ્પ જવાબ ઉત્તર ಸರಿಯಾದಉತ್ತರ ಸರಿಉತ್ತರ ಉತ್ತರ'.split(' '),
    ...'ശരിയുത്തരം ശരിയായഉത്തരം ഉത്തരം ਸਹੀਉੱਤਰ ਸਹੀਜਵਾਬ ਉੱਤਰ ਜਵਾਬ ଠିକଉତ୍ତର ଉତ୍ତର'.split(' '),
    ...indexNames,
  ],
  Weightage: [
    'weightage',
    'marks',
    'mark',
    'weight',
    'points',
    'point',
    'score',
    'mks',
    'positivemarks',
    'positivemark',
    'positive',
    'marksallotted',
    'allottedmarks',
    'marksperquestion',
    'maxmarks',
    'maximummarks',
    'correctmarks',
    'rightmarks',
    'rightmark',
    'marksforcorrectanswer',
    'marksforcorrect',
    'markspositive',
    'marksforeachquestion',
    'markseach',
    'marksawarded',
    'fullmarks',
    ...'अंक मार्क्स गुण نمبر మార్కులు మార్కు மதிப்பெண் மதிப்பெண்கள் নম্বর ગુણ ಅಂಕ ಅಂಕಗಳು മാർക്ക് ਅੰਕ'.split(' '),
  ],
  Negative: [
    'negative',
    'negativemarks',
    'negativemark',
    'negativemarking',
    'negmarks',
    'negmark',
    'negativeweightage',
    'negativescore',
    'negativepoints',
    'neg',
    'penalty',
    'minusmarks',
    'wrongmarks',
    'wrongmark',
    'marksforwronganswer',
    'marksforwrong',
    'marksforincorrectanswer',
    'marksforincorrect',
    'incorrectmarks',
    'wronganswermarks',
    'negativemarksifany',
    'marksnegative',
    ...'ऋणात्मकअंक ऋणात्मकअंकन नकारात्मकअंक नकारात्मकअंकन नेगेटिवअंक नेगेटिवमार्किंग ऋणगुण नकारात्मकगुण'.split(' '),
    'markdeduction',
    'marksdeducted',
    'deduction',
  ],
  Type: [
    'type',
    'section',
    'sectionname',
    'subject',
    'subjectname',
    'category',
    'categoryname',
    'topic',
    'topicname',
    'sec',
    'subj',
    'part',
    'questiontype',
    ...'विषय खंड खण्ड अनुभाग مضمون विभाग విషయం విభాగం பாடம் பிரிவு বিষয় বিভাগ વિષય વિભાગ ವಿಷಯ ವಿಭಾಗ വിഷയം ਵਿਸ਼ਾ'.split(
      ' ',
    ),
  ],
};

/** In characters. No heading is longer, even with a legend behind it, though a text above the header may be. */
export const longestHeading = 300;

export function normalised(text: string): string {
  return foldDigits(text.slice(0, longestHeading))
    .toLowerCase()
    .replace(/#\s*$/, 'no') // "Question #" numbers the questions
    .replace(/\(\s*[-\u2013\u2212]\s*\)/g, 'negative')
    .replace(/\(\s*\+\s*\)/g, 'positive')
    .replace(/\u2212/g, '-')
    .replace(/([+-])ve\b|^([+-])(?= ?(?:marks?)?$)/g, (_, before = '', alone = '') =>
      `${before}${alone}` === '+' ? 'positive' : 'negative',
    )
    .replace(/(?<=[\p{L}\p{M}][ _-]?)0(?=\d$)/u, '') // "Option 01"
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

const byName = new Map(
  questionFields.flatMap((field) =>
    names[field].map((name, rank) => [normalised(name), { field, rank }] as const),
  ),
);

/** Match the letter that is the first of four in Hindi but the third in Marathi and Gujarati, and अ, which is the first there. */
export const thirdBesideFirst = /^(?:विकल्प|पर्याय|વિકલ્પ)?[कક]$/;
export const firstBesideThird = /^(?:विकल्प|पर्याय|વિકલ્પ)?[अઅ]$/;
const besideKa = /^(?:विकल्प|पर्याय|વિકલ્પ)?[खगघખગઘ]$/;

/** The place of the letter क, according to these column names and answers; null when they don't tell. */
export function placeOfKa(texts: readonly string[]): OptionIndex | null {
  const said = texts.map(normalised);
  const isThird = said.some((name) => firstBesideThird.test(name));
  const isFirst = said.some((name) => besideKa.test(name));
  return isThird === isFirst ? null : isThird ? 2 : 0;
}

/**
 * The option whose column may have this name. One or two Latin characters alone name no option.
 * @param ka the place of the letter क
 */
export function optionOfColumn(text: string, ka: OptionIndex | null): OptionIndex | null {
  const name = normalised(text);
  if (thirdBesideFirst.test(name)) return ka;
  const isText = /^op[a-d]$/.test(name) && !/[_-]/.test(text); // "OPD" is a text, "op_d" names a column
  const isName = (name.length > 2 && !isText) || /[^ -~]/.test(name);
  const field = isName ? byName.get(name)?.field : undefined;
  const at = field === undefined ? -1 : questionFields.indexOf(field) - 1; // the options follow the question
  return at === 0 || at === 1 || at === 2 || at === 3 ? at : null;
}

// Headings of marks are worded in many ways: "Penalty for wrong answer", "Marks deducted", "Neg. marking".
const ofMarks = new Set('mark marks marking weight weightage point points score credit'.split(' '));
const ofLoss = new Set('neg negative minus penalty deducted deduction loss'.split(' '));
const ofWrong = new Set(['wrong', 'incorrect']);
const ofRight = new Set(['positive', 'correct', 'right', 'default']);
const between = new Set(
  'for per each every a an the if any of to be value question answer attempt response'.split(' '),
);

export const isIndexName = (text: string) =>
  indexNames.includes(normalised(text.replace(/[([{][^()[\]{}]*[)\]}]/g, '')));

/**
 * Whether a heading says that its numbers count from 0 or from 1: "correct (0-3)", "answer (0-based)", "Answer (1 to 4)". Null if it says
 * neither or both.
 */
export function baseIn(heading: string): 0 | 1 | null {
  const said = heading.slice(0, longestHeading);
  const isZero = saysFromZero.test(said);
  return isZero === saysFromOne.test(said) ? null : isZero ? 0 : 1;
}
const saysFromZero =
  /(?<![\d.])0\s?(?:[-–—]|to|\.{2,3})\s?3(?!\d|\s?(?:mark|point))|(?<![\d.])0\s?[,/|]\s?1\s?[,/|]\s?2\s?[,/|]\s?3(?!\d|\s?[,/|]\s?4)|(?<![\p{L}\d])(?:0|zero)[ _-]?(?:based|index)|(?:from|at|with) (?:0|zero)(?![\p{L}\d]|\s?(?:to|[-–—])\s?[124-9])|(?<![\p{L}\d])0\s?[=:]\s?(?:a|option|first)(?!\p{Ll})/iu;
const saysFromOne =
  /(?<![\d.])1\s?(?:[-–—]|to|\.{2,3})\s?4(?!\d)|(?<![\p{L}\d])(?:1|one)[ _-]?(?:based|index)|(?:from|at|with) (?:1|one)(?![\p{L}\d])|(?<![\p{L}\d])1\s?[=:]\s?(?:a|option|first)(?!\p{Ll})/iu;

/** The rank of a heading that is in none of the lists: all names in the lists win over it. */
export const lastRank = 1_000;

/** Recognises a heading that words marks in another way, such as "Marks (Wrong)". Without the brackets, "Marks" is another column. */
function marksColumn(text: string): { field: QuestionField; rank: number } | undefined {
  const words = text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
  const has = (kind: ReadonlySet<string>) => words.some((word) => kind.has(word));
  const kinds = [ofMarks, ofLoss, ofWrong, ofRight, between];
  if (!words.every((word) => kinds.some((kind) => kind.has(word)))) return undefined;
  const isRight = has(ofRight);
  if (has(ofLoss) || (has(ofWrong) && has(ofMarks)))
    return isRight ? undefined : { field: 'Negative', rank: lastRank };
  return isRight && has(ofMarks) ? { field: 'Weightage', rank: lastRank } : undefined;
}

// Headings of questions are worded in many ways too: "Ques. Text", "Question Details", "Question in English & Hindi".
const ofQuestion = new Set('question questions ques que qn q mcq mcqs'.split(' '));
const besideQuestion = new Set(
  'text body detail details description desc statement stem content prompt multiple choice test in the and english eng hindi'.split(
    ' ',
  ),
);

function questionColumn(text: string): { field: QuestionField; rank: number } | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const isOne =
    !text.includes('#') && // "Question #" numbers the questions
    words.some((word) => ofQuestion.has(word)) &&
    words.every((word) => ofQuestion.has(word) || besideQuestion.has(word));
  return isOne ? { field: 'Questions', rank: lastRank } : undefined;
}

/** Words for the base of the numbers: "Zero-based answer", "answer_0_indexed". */
const countedFrom = /(?<![\p{L}\d])(?:0|1|zero|one)[ _-]?(?:based|indexed)(?!\p{L})/iu;
/** "3. Option A": a heading with the number of its column. */
const numbered = /^\s*[([]?\d{1,2}[.):\]]\s*(?=\p{L})/u;
const language =
  /(?<=..)(?:in)?(?:english|eng|hindi|hin|telugu|tamil|marathi|gujarati|bengali|kannada|malayalam|punjabi|odia|urdu)$/;

/** A language code at the end: "question_en", "option1-hi". */
const languageCode = /[_ -](?:en|hi|te|ta|mr|gu|bn|kn|ml|pa|ur|od)$/i;
/** The same in camel case: "textHi", "option1Hi". */
const inCamelCase = /(?<=[\p{Ll}\dA-D])(?:En|Hi|Te|Ta|Mr|Gu|Bn|Kn|Ml|Pa|Ur|Od)$/u;

/**
 * The field that a heading names. Looks up the whole heading, then the heading without its number, without the words in brackets or without
 * its language, and then its first part, which may be one of two languages.
 */
export function recognise(text: string) {
  const own = text.slice(0, longestHeading).replace(numbered, '');
  const bare = own.replace(/[([{][^()[\]{}]*[)\]}]/g, '');
  const whole = normalised(text);
  const name = bare === text ? whole : normalised(bare);
  const part = (of: string) => (of === bare ? undefined : byName.get(normalised(of)));
  const last = (found: ReturnType<typeof part>) => found && { ...found, rank: lastRank };
  return (
    byName.get(whole) ??
    marksColumn(own) ??
    byName.get(name) ??
    byName.get(name.replace(language, '')) ??
    part(bare.replace(languageCode, '').replace(inCamelCase, '')) ??
    // The last rank, because beside "Answer" such a column repeats the same answers.
    last(part(bare.replace(countedFrom, ''))) ??
    part(bare.split(/[\n/|]|\s[-–—]\s/)[0] ?? '') ??
    questionColumn(bare)
  );
}

/** "Option E", "Answer 6", "Fifth option": a column for a fifth or later option, which a question can't have here. */
export const furtherOption =
  /^(?:(?:answer)?(?:options?|opt|op|optn|choices?|alternative|response)|answers?|ans)(?:[e-h]|five|six|seven|eight|[5-9]|v|vi|vii|viii)(?:text)?$|^(?:[e-h]|fifth|sixth|seventh|eighth)option$/;
/** The heading of such a column when the first four are headed "A" to "D" or "1" to "4". */
export const bareFurtherOption = /^[e-h5-9]$/;

/**
 * "Incorrect Answer 1", "Distractor 2", "incorrect_answers/0", "Wrong A". With three such columns, the right answer is the fourth option.
 */
export const wrongAnswer =
  /^(?:(?:incorrect|wrong)(?:answer|ans|option|choice)?s?|distract[oe]rs?)(?:0{0,2}\d|[a-g]|one|two|three|four|five)(?:optional)?$/;
/** "correct_1": the right answer beside such columns. */
export const onlyRight = /^(?:correct|right)(?:answer|ans|option|choice)?s?(?:0{0,2}[01]|a|one)$/;

/** "options/0", "choice_0": the first option when options are numbered from 0. */
export const zerothOption = /^(options?|opt|choices?|alternative|response|answers?|ans)0$/;
