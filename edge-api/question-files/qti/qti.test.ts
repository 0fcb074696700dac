/** QTI packages of Canvas, Blackboard, Respondus and TAO are read as the questions of a workbook; what doesn't fit is reported. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeZip, packEntry } from '#tests/support/make-workbook.ts';
import { parseQuestionFile } from '../parse-question-file.ts';
import type { FileReading } from '../question-file.ts';
import { readQuestionFile } from '../read-question-file.ts';

const folder = new URL('../../../tests/fixtures/question-files/formats/', import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, folder));

async function accepted(bytes: Uint8Array, name = 'bank.zip'): Promise<FileReading> {
  const outcome = await readQuestionFile(bytes, name);
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}: ${outcome.message}`);
  expect(outcome.format).toBe('qti');
  return outcome;
}
const alone = (xml: string) => accepted(new TextEncoder().encode(xml), 'bank.xml');
const zip = (parts: Readonly<Record<string, string | Uint8Array>>) =>
  makeZip(Object.entries(parts).map(([name, part]) => packEntry(name, part)));
const manifest = (...names: string[]) =>
  `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>${names
    .map((name) => `<resource type="imsqti_xmlv1p2"><file href="${name}"/></resource>`)
    .join('')}</resources></manifest>`;

const expected = z
  .object({
    questions: z.array(
      z.object({ q: z.string(), o: z.array(z.string()), c: z.int(), n: z.number() }),
    ),
  })
  .parse(JSON.parse(bytesOf('same20.expected.json').toString('utf8'))).questions;

test.each(['same20.qti12.zip', 'same20.qti21.zip', 'same20.qti30.zip'])(
  '%s is read with every text and right answer, in the order of its manifest',
  async (file) => {
    const { rows, errors, duplicates } = await accepted(bytesOf(file), file);
    expect([errors, duplicates]).toEqual([[], []]);
    expect(rows.map((row) => [row.row, row.text, row.options, row.correct])).toEqual(
      expected.map(({ q, o, c }, at) => [at + 1, q, o, c]),
    );
    // Of the three packages, only the QTI 2.1 one has a list of marks.
    const costs = expected.map(({ n }) => (file.includes('21') ? n * 100 : 0));
    expect(rows.map((row) => row.negativeHundredths)).toEqual(costs);
    expect(new Set(rows.map((row) => `${row.type} ${row.weightageHundredths}`))).toEqual(
      new Set(['same20 100']),
    );
  },
);

// QTI 1.2.

const field = (label: string, entry: string) =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`;
const rule = (option: string, set: string, rest = '') =>
  `<respcondition><conditionvar><varequal respident="r">${option}</varequal></conditionvar>${set}${rest}</respcondition>`;
const set = (value: number | string, action = 'Set') =>
  `<setvar action="${action}" varname="SCORE">${value}</setvar>`;
const feedback = '<displayfeedback feedbacktype="Response" linkrefid="a_fb"/>';

type OldItem = {
  text?: string;
  title?: string;
  fields?: string;
  response?: string;
  options?: string;
  outcomes?: string;
  rules: string;
};
const label = (ident: string, text = `Option ${ident}`) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`;
const fourLabels = ['a', 'b', 'c', 'd'].map((ident) => label(ident)).join('');
const oldItem = ({
  text = 'Which one?',
  title = 'Question 1',
  fields = '',
  response = 'rcardinality="Single"',
  options = fourLabels,
  outcomes = '<decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/>',
  rules,
}: OldItem) =>
  `<item ident="i" title="${title}"><itemmetadata><qtimetadata>${fields}</qtimetadata></itemmetadata>
   <presentation><material><mattext texttype="text/html">&lt;p&gt;${text}&lt;/p&gt;</mattext></material>
   <response_lid ident="r" ${response}><render_choice>${options}</render_choice></response_lid></presentation>
   <resprocessing><outcomes>${outcomes}</outcomes>${rules}</resprocessing>
   <itemfeedback ident="a_fb"><material><mattext>B is right</mattext></material></itemfeedback></item>`;
const quiz = (items: string, title = 'Reasoning') =>
  `<?xml version="1.0"?><questestinterop><assessment title="${title}" ident="q"><qtimetadata>${field('cc_maxattempts', '1')}</qtimetadata><section ident="s">${items}</section></assessment></questestinterop>`;
const bank = (items: string, title: string) =>
  `<questestinterop><objectbank ident="o"><qtimetadata>${field('bank_title', title)}</qtimetadata>${items}</objectbank></questestinterop>`;

const shown = ({ rows }: FileReading) =>
  rows.map((row) => [
    row.type,
    row.text,
    row.options[row.correct],
    row.weightageHundredths,
    row.negativeHundredths,
  ]);

describe('QTI 1.2', () => {
  test('what an option earns is worked out from the item’s own rules, as a share of the points that the item states', async () => {
    const showsFeedback = `<respcondition continue="Yes"><conditionvar><other/></conditionvar>${feedback}</respcondition>`;
    const items = [
      // Canvas: the rule for feedback comes before the rule for the right option.
      {
        rules: `${showsFeedback}${rule('b', set(100), feedback)}`,
        fields: field('points_possible', '2.5'),
      },
      // A wrong answer costs a quarter. The item has only scores and no field for the points.
      {
        outcomes: '<decvar maxvalue="4" defaultval="0" varname="SCORE"/>',
        rules: `${rule('c', set(4))}<respcondition><conditionvar><other/></conditionvar>${set(-1)}</respcondition>`,
      },
      // Respondus adds to its own variable, with a rule for each option.
      {
        outcomes: '<decvar defaultval="0" varname="que_score"/>',
        rules: ['a', 'b', 'c', 'd']
          .map((option) =>
            rule(
              option,
              `<setvar varname="que_score" action="Add">${option === 'd' ? 3 : 0}</setvar>`,
            ),
          )
          .join(''),
      },
      // Nested conditions, and a second variable that is not the score.
      {
        rules: `<respcondition continue="Yes"><conditionvar><unanswered/></conditionvar>${set(-5)}</respcondition>
          <respcondition continue="Yes"><conditionvar><or><varequal respident="r">b</varequal><varequal respident="r">c</varequal></or></conditionvar><setvar varname="hint" action="Set">9</setvar></respcondition>
          <respcondition><conditionvar><and><not><or><varequal respident="r">b</varequal><varequal respident="r">c</varequal><varequal respident="r">d</varequal></or></not></and></conditionvar>${set(100)}</respcondition>`,
      },
    ].map((item, at) => oldItem({ text: `Which one of ${at}?`, ...item }));
    const reading = await alone(quiz(items.join('')));
    expect(shown(reading)).toEqual([
      ['Reasoning', 'Which one of 0?', 'Option b', 250, 0],
      ['Reasoning', 'Which one of 1?', 'Option c', 400, 100],
      ['Reasoning', 'Which one of 2?', 'Option d', 300, 0],
      ['Reasoning', 'Which one of 3?', 'Option a', 100, 0],
    ]);
    expect(reading.warnings).toEqual([]);
  });

  const score = (value: number, name = '', action = 'Set') =>
    `<setvar action="${action}" ${name}>${value}</setvar>`;
  const otherwise = (value: number) =>
    `<respcondition><conditionvar><other/></conditionvar>${score(value)}</respcondition>`;
  test.each([
    [
      'goes on after the right option to a rule for all others',
      { rules: rule('b', score(100)).replace('>', ' continue="Yes">') + otherwise(-25) },
      [100, 25],
    ],
    [
      'adds to an undeclared variable',
      { outcomes: '', rules: rule('b', score(2, 'varname="que_score"', 'Add')) },
      [200, 0],
    ],
    [
      'declares another variable before the score',
      { outcomes: '<decvar varname="TRIES"/><decvar varname="SCORE"/>', rules: rule('b', set(3)) },
      [300, 0],
    ],
    [
      'names the maximum, which a pool gives as 0',
      {
        fields: '<qmd_absolutescore_max>0.0</qmd_absolutescore_max>',
        outcomes: '<decvar varname="SCORE" maxvalue="0.0"/>',
        rules: rule('b', '<setvar variablename="SCORE">SCORE.max</setvar>') + otherwise(0),
      },
      [100, 0],
    ],
    [
      'gives the weight in the field of Brightspace, and marks in percent',
      {
        fields: field('qmd_weighting', '5.0').replaceAll('qtimetadatafield', 'qti_metadatafield'),
        rules: rule('b', set(100)),
      },
      [500, 0],
    ],
    [
      'has a weight beside marks that are not percentages',
      { fields: field('qmd_weighting', '1'), rules: rule('b', set(4)) + otherwise(-1) },
      [400, 100],
    ],
  ])('scoring that %s is worked out, too', async (_, item, marks) => {
    expect(shown(await alone(quiz(oldItem(item))))).toEqual([
      ['Reasoning', 'Which one?', 'Option b', ...marks],
    ]);
  });

  test('a percentage of the mark that Blackboard gives or takes off for an option counts, unless partial credit is off', async () => {
    const item = (part: number, partly = 'true') =>
      oldItem({
        text: `Which one at ${part}?`,
        fields: `<bbmd_partialcredit>${partly}</bbmd_partialcredit><qmd_absolutescore_max>10</qmd_absolutescore_max>`,
        rules:
          rule('b', set(10)) +
          otherwise(0) +
          ['a', 'b', 'c', 'd']
            .map(
              (name) =>
                `<respcondition><conditionvar><varequal respident="${name}" case="No"/></conditionvar>${score(name === 'b' ? 100 : part)}</respcondition>`,
            )
            .join(''),
      });
    const reading = await alone(quiz(item(-25) + item(50) + item(-50, 'false')));
    expect(shown(reading)).toEqual([
      ['Reasoning', 'Which one at -25?', 'Option b', 1000, 250],
      ['Reasoning', 'Which one at -50?', 'Option b', 1000, 0],
    ]);
    expect(reading.errors).toMatchObject([
      { row: 2, message: expect.stringContaining('It gives 50% of the mark') },
    ]);
  });

  test('a text with one gap is left out as a text with gaps, even if its elements look like options', async () => {
    const item = oldItem({
      fields: field('question_type', 'multiple_dropdowns_question'),
      rules: rule('b', set(100)),
    });
    const { rows, errors } = await alone(quiz(item));
    expect([rows, errors]).toMatchObject([
      [],
      [{ message: expect.stringContaining('It is a text with gaps') }],
    ]);
  });

  test('words in separate pieces of a text stay apart, and Blackboard’s “smart text” is read as Blackboard shows it', async () => {
    const pieces =
      '<mattext>Which</mattext><matemtext>one</matemtext><mattext texttype="text/html">&lt;p&gt;is it&lt;/p&gt;</mattext><mattext>?</mattext>';
    const smart =
      '<mat_extension><mat_formattedtext type="SMART_TEXT">&lt;b&gt;Read&lt;/b&gt; this.\nWhich one?</mat_formattedtext></mat_extension>';
    const items = [pieces, smart].map((text) =>
      oldItem({ rules: rule('b', set(100)) }).replace(
        /<mattext texttype="text\/html">.*?<\/mattext>/,
        text,
      ),
    );
    expect((await alone(quiz(items.join('')))).rows.map(({ text }) => text)).toEqual([
      'Which one is it?',
      'Read this.\nWhich one?',
    ]);
  });

  test('a text beside the questions of a section, or one that is only referred to, causes a warning; a text above the whole test does not', async () => {
    const beside = (text: string) =>
      `<presentation_material><flow_mat><material><mattext>${text}</mattext></material></flow_mat></presentation_material>`;
    const item = (text: string, rest = '') =>
      oldItem({ text, rules: rule('b', set(100)) }).replace(
        '<presentation>',
        `<presentation>${rest}`,
      );
    const { warnings } = await alone(
      `<questestinterop><assessment title="Reading">${beside('You have an hour.')}
       <section>${beside(' ')}${item('One?')}${item('Two?', '<material_ref linkrefid="m"/>')}</section>
       <section>${beside('A passage.')}${item('Three?')}</section><section>${item('Four?')}</section></assessment></questestinterop>`,
    );
    const left = expect.stringContaining('A text that it goes with was left out.');
    expect(warnings).toMatchObject([
      { row: 2, message: left },
      { row: 3, message: left },
    ]);
  });

  test('a title such as “Questions” and options such as “Option A” are not mistaken for column names', async () => {
    const { rows, errors } = await alone(
      quiz(oldItem({ rules: rule('b', set(100)) }), 'Questions'),
    );
    expect([rows.length, errors]).toEqual([1, []]);
  });

  test('an item without exactly one right answer among four options is left out, giving its number, any title of its own and the reason', async () => {
    const half = rule('a', set(100)) + rule('b', set(50));
    const tick = 'rcardinality="Multiple"';
    const both = `<respcondition><conditionvar><varequal respident="r">a</varequal><varequal respident="r">b</varequal></conditionvar>${set(100)}</respcondition>`;
    const beyond = `<respcondition><conditionvar><vargte respident="r">5</vargte></conditionvar>${set(100)}</respcondition>`;
    const typed =
      '<item ident="t" title="Capital"><presentation><response_str ident="r"><render_fib/></response_str></presentation></item>';
    const essay = `<item ident="e"><itemmetadata>${field('question_type', 'essay_question')}</itemmetadata><presentation><response_str ident="r"><render_fib/></response_str></presentation></item>`;
    const reading = await alone(
      quiz(
        [
          oldItem({ rules: half }),
          oldItem({ rules: rule('a', set(100)), options: label('a') + label('b'), title: 'True?' }),
          oldItem({ rules: both, response: tick }),
          oldItem({ rules: beyond }),
          oldItem({ rules: '' }),
          typed,
          essay,
          '<item ident="n"><presentation><material><mattext>Read this.</mattext></material></presentation></item>',
          oldItem({ rules: rule('b', set(100)).repeat(1_001) }),
          oldItem({
            rules: '',
            options: Array.from({ length: 101 }, (_, at) => label(`o${at}`)).join(''),
          }),
        ].join(''),
      ),
    );
    expect(reading.rows).toEqual([]);
    const said = (what: string) =>
      expect.stringMatching(new RegExp(`^${what}.* It is left out\\.$`));
    expect(reading.errors.map(({ row, message }) => [row, message])).toEqual([
      [1, said('It gives 50% of the mark')],
      [2, said('Question "True\\?": It has 2 options')],
      [3, said('It lets people tick several options')],
      [4, said('How it is scored depends on more')],
      [5, said('No option is marked as right')],
      [6, said('Question "Capital": It is a question with a typed answer')],
      [7, said('It is an essay question')],
      [8, said('It is a text without a question')],
      [9, said('How it is scored depends on more')],
      [10, said('It has more than 100 options')],
    ]);
  });

  test('an item that lets people tick several options but has one right answer is read, with a warning; so is one whose picture is left out', async () => {
    const item = oldItem({
      text: 'Which one? &lt;img src="x.png"&gt;',
      rules: rule('b', set(100)),
      response: 'rcardinality="Multiple"',
    });
    const { rows, warnings } = await alone(quiz(item));
    expect(rows).toMatchObject([{ text: 'Which one?', correct: 1 }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('A picture, sound or video was left out.'),
      'It let people tick several options; here they choose one.',
    ]);
  });

  test('Canvas writes a quiz twice, with its banks beside it: the quiz is read once, and a copy in a bank is reported as a duplicate', async () => {
    const item = oldItem({ rules: rule('b', set(100)) });
    const second = oldItem({ text: 'Which other one?', rules: rule('c', set(100)) });
    const parts = {
      'imsmanifest.xml': manifest(
        'iq/assessment_qti.xml',
        'iq/assessment_meta.xml',
        'non_cc_assessments/iq.xml.qti',
        'non_cc_assessments/ibank.xml.qti',
      ),
      'non_cc_assessments/ibank.xml.qti': bank(item + second, 'Aptitude'),
      'non_cc_assessments/iq.xml.qti': quiz(item),
      'iq/assessment_qti.xml': quiz(item),
      'iq/assessment_meta.xml':
        '<quiz xmlns="http://canvas.instructure.com/xsd/cccv1p0"><title>Quiz</title></quiz>',
    };
    const reading = await accepted(zip(parts));
    expect(shown(reading).map(([type, text]) => [type, text])).toEqual([
      ['Reasoning', 'Which one?'],
      ['Aptitude', 'Which one?'],
      ['Aptitude', 'Which other one?'],
    ]);
    const again = await accepted(zip({ ...parts, 'non_cc_assessments/ibank.xml.qti': quiz(item) }));
    expect(again.rows).toHaveLength(1);
    expect(again.duplicates).toMatchObject([
      { row: 2, message: 'The same question is in question 1; this one is left out.' },
    ]);
  });

  test('Blackboard’s .dat files are read, with formatted texts and rules that name the maximum mark', async () => {
    const formatted = (text: string, type = 'HTML') =>
      `<flow_mat class="FORMATTED_TEXT_BLOCK"><material><mat_extension><mat_formattedtext type="${type}">${text}</mat_formattedtext></mat_extension></material></flow_mat>`;
    const options = ['a', 'b', 'c', 'd']
      .map(
        (ident) =>
          `<flow_label><response_label ident="${ident}">${formatted(`${ident} &lt; e`, 'SMART_TEXT')}</response_label></flow_label>`,
      )
      .join('');
    const item = `<item title="Letters" maxattempts="0"><itemmetadata><qmd_absolutescore_max>10.0</qmd_absolutescore_max></itemmetadata>
      <presentation><flow class="Block"><flow class="QUESTION_BLOCK">${formatted('&lt;b&gt;Which&lt;/b&gt; letter?')}</flow>
      <flow class="RESPONSE_BLOCK"><response_lid ident="r" rcardinality="Single"><render_choice>${options}</render_choice></response_lid></flow></flow></presentation>
      <resprocessing><outcomes><decvar varname="SCORE" vartype="Decimal" defaultval="0.0" minvalue="0.0" maxvalue="10.0"/></outcomes>
      <respcondition title="correct"><conditionvar><varequal respident="r" case="No">c</varequal></conditionvar><setvar variablename="SCORE" action="Set">SCORE.max</setvar></respcondition>
      <respcondition title="incorrect"><conditionvar><other/></conditionvar><setvar variablename="SCORE" action="Set">0.0</setvar></respcondition>
      <respcondition><conditionvar><varequal respident="a" case="No"/></conditionvar><setvar variablename="SCORE" action="Set">0</setvar></respcondition></resprocessing></item>`;
    const reading = await accepted(
      zip({
        'imsmanifest.xml':
          '<manifest xmlns:bb="http://www.blackboard.com/content-packaging/"><resources><resource bb:file="res00001.dat" type="assessment/x-bb-qti-pool"/></resources></manifest>',
        'res00001.dat': quiz(item, 'Alphabet'),
      }),
    );
    expect(shown(reading)).toEqual([['Alphabet', 'Which letter?', 'c < e', 1000, 0]]);
  });
});

// QTI 2 and 3.

type NewItem = { declared: string; body?: string; rest?: string; choice?: string };
const choices = ['A', 'B', 'C', 'D']
  .map(
    (name) =>
      `<simpleChoice identifier="${name}">Option ${name}<feedbackInline outcomeIdentifier="F" identifier="${name}">Well chosen</feedbackInline></simpleChoice>`,
  )
  .join('');
const newItem = ({ declared, body, rest = '', choice = 'maxChoices="1"' }: NewItem) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Luggage" adaptive="false" timeDependent="false">
   <responseDeclaration identifier="R" cardinality="single" baseType="identifier">${declared}</responseDeclaration>
   <itemBody><rubricBlock view="scorer"><p>B earns it.</p></rubricBlock>${body ?? `<rubricBlock view="candidate tutor"><p>Look <b>here</b>.</p></rubricBlock><choiceInteraction responseIdentifier="R" ${choice}><prompt>Which one?</prompt>${choices}</choiceInteraction>`}
   <feedbackBlock outcomeIdentifier="F" identifier="x"><p>The right one is B.</p></feedbackBlock></itemBody>${rest}</assessmentItem>`;
const correct = (...names: string[]) =>
  `<correctResponse>${names.map((name) => `<value>${name}</value>`).join('')}</correctResponse>`;
const mapping = '<mapping defaultValue="-0.5"><mapEntry mapKey="B" mappedValue="2"/></mapping>';
const byMap =
  '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>';

describe('QTI 2 and 3', () => {
  test.each([
    ['a list of marks', { declared: correct('B') + mapping, rest: byMap }, [200, 50]],
    ['a list of marks alone', { declared: mapping }, [200, 50]],
    [
      'a list of marks that its processing doesn’t use',
      { declared: correct('B') + mapping },
      [100, 0],
    ],
    [
      'a maximum score',
      {
        declared: correct('B'),
        rest: '<outcomeDeclaration identifier="MAXSCORE"><defaultValue><value>3</value></defaultValue></outcomeDeclaration>',
      },
      [300, 0],
    ],
    [
      'marks in its processing',
      {
        declared: correct('B'),
        rest: '<responseProcessing><responseCondition><responseIf><match><variable identifier="R"/><correct identifier="R"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">4</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
      },
      [400, 0],
    ],
  ])(
    'an item with %s is read with the right marks, and without its feedback',
    async (_, item, marks) => {
      const reading = await alone(newItem(item));
      expect(shown(reading)).toEqual([['bank', 'Look here.\nWhich one?', 'Option B', ...marks]]);
      expect(reading.warnings).toMatchObject([{ column: 'Type' }]);
    },
  );

  test('element names of QTI 3, with any prefix, are read like those of QTI 2', async () => {
    const renamed = newItem({ declared: correct('C') })
      .replace(
        /(<\/?)(assessmentItem|responseDeclaration|correctResponse|itemBody|value\b|choiceInteraction|prompt|rubricBlock|simpleChoice|feedback\w+)/g,
        (_, stroke, name) =>
          `${stroke}q:qti-${name.replace(/[A-Z]/g, (sign: string) => `-${sign.toLowerCase()}`)}`,
      )
      .replace('responseIdentifier', 'response-identifier')
      .replace('maxChoices', 'max-choices');
    expect(renamed).toContain('<q:qti-simple-choice');
    expect(shown(await alone(renamed))).toEqual([
      ['bank', 'Look here.\nWhich one?', 'Option C', 100, 0],
    ]);
  });

  const other = (name: string) =>
    newItem({ declared: '', body: `<${name} responseIdentifier="R"/>` });
  test.each([
    [
      'several answers',
      newItem({ declared: correct('A', 'B'), choice: 'maxChoices="0"' }),
      'tick several options',
    ],
    ['no right answer', newItem({ declared: '' }), 'No option is marked as right'],
    [
      'very many options',
      newItem({ declared: correct('A') }).replace(choices, choices.repeat(26)),
      'more than 100 options',
    ],
    ['two right answers', newItem({ declared: correct('A', 'B') }), '2 right answers'],
    ['a typed answer', other('textEntryInteraction'), 'a typed answer'],
    ['an essay', other('extendedTextInteraction'), 'an essay question'],
    ['options to put in order', other('orderInteraction'), 'asks for an order'],
    ['a place to choose in a picture', other('hotspotInteraction'), 'places in a picture'],
    ['an unknown interaction', other('customInteraction'), 'another kind of question'],
    [
      'no interaction',
      newItem({ declared: '', body: '<p>Read this.</p>' }),
      'a text without a question',
    ],
    [
      'two questions',
      newItem({
        declared: correct('B'),
        body: '<choiceInteraction responseIdentifier="R"/><choiceInteraction responseIdentifier="S"/>',
      }),
      'several things at once',
    ],
    [
      'changing numbers',
      newItem({ declared: correct('B'), rest: '<templateDeclaration identifier="N"/>' }),
      'changing numbers',
    ],
  ])('an item with %s is left out, giving the reason', async (_, item, reason) => {
    const { rows, errors } = await alone(item);
    expect(rows).toEqual([]);
    expect(errors).toMatchObject([{ row: 1, message: expect.stringContaining(reason) }]);
    expect(errors[0]?.message).toMatch(/^Question "Luggage": .* It is left out\.$/);
  });

  test('a formula is written once, even if its markup contains it twice', async () => {
    const formula =
      '<m:math><m:semantics><m:mfrac><m:mi>x</m:mi><m:mn>2</m:mn></m:mfrac><m:annotation-xml><m:apply><m:divide/><m:ci>x</m:ci><m:cn>2</m:cn></m:apply></m:annotation-xml></m:semantics></m:math>';
    const item = newItem({ declared: correct('B') }).replace('Which one?', `Solve ${formula}`);
    expect((await alone(item)).rows[0]?.text).toBe('Look here.\nSolve x/2');
  });

  test('a text that an item refers to, or its own way of taking marks off, causes a warning', async () => {
    const rest =
      '<responseProcessing><setOutcomeValue identifier="SCORE"><baseValue baseType="float">-1</baseValue></setOutcomeValue></responseProcessing><assessmentStimulusRef identifier="s" href="s.xml"/>';
    const { rows, warnings } = await alone(newItem({ declared: correct('B'), rest }));
    expect(rows).toMatchObject([{ weightageHundredths: 100, negativeHundredths: 0 }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('Type'),
      expect.stringContaining('It takes marks off in a way of its own'),
      expect.stringContaining('A text that it goes with was left out.'),
    ]);
  });
});

describe('a package', () => {
  const good = quiz(oldItem({ rules: rule('b', set(100)) }));

  test('with a workbook among its files is still read as a package', async () => {
    const attached = zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
    const { rows } = await accepted(
      makeZip([
        ...[['imsmanifest.xml', manifest('a.xml')] as const, ['a.xml', good] as const].map(
          ([name, part]) => packEntry(name, part),
        ),
        packEntry('help.xlsx', attached, 0),
      ]),
    );
    expect(rows).toHaveLength(1);
  });

  test('with a part that its manifest doesn’t name has that part read last, even in another encoding', async () => {
    const latin = Buffer.from(
      quiz(oldItem({ text: 'Où?', rules: rule('b', set(100)) })).replace(
        '<?xml version="1.0"?>',
        '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd">',
      ),
      'latin1',
    );
    const { rows } = await accepted(
      zip({
        'a.xml': latin,
        'b/c d.xml': good,
        'imsmanifest.xml': manifest('b/c%20d.xml', 'gone.xml'),
      }),
    );
    expect(rows.map(({ text }) => text)).toEqual(['Which one?', 'Où?']);
  });

  test('gives an item the weight that its test sets', async () => {
    const item = (name: string) =>
      newItem({ declared: correct('B') }).replace('Which one?', `Which one in ${name}?`);
    const { rows } = await accepted(
      zip({
        'imsmanifest.xml': manifest('tests/t.xml', 'items/a.xml', 'items/b c.xml'),
        'tests/t.xml':
          '<qti-assessment-test><qti-test-part><qti-assessment-section><qti-assessment-item-ref href="../items/b%20c.xml"><qti-weight identifier="W" value="2.5"/></qti-assessment-item-ref><qti-assessment-item-ref href="../items/a.xml"/></qti-assessment-section></qti-test-part></qti-assessment-test>',
        'items/a.xml': item('a'),
        'items/b c.xml': item('b'),
      }),
    );
    expect(rows.map((row) => [row.text, row.weightageHundredths])).toEqual([
      ['Look here.\nWhich one in a?', 100],
      ['Look here.\nWhich one in b?', 250],
    ]);
  });

  const entity = '<!DOCTYPE questestinterop [<!ENTITY a "b">]>';
  test.each([
    [
      'a part that is cut',
      zip({ 'imsmanifest.xml': manifest(), 'a.xml': good.slice(0, 900) }),
      'damaged',
      /a\.xml cannot be read/,
    ],
    [
      'entity definitions',
      zip({ 'imsmanifest.xml': manifest(), 'a.xml': entity + good.slice(21) }),
      'unsafe',
      /definitions/,
    ],
    [
      'no questions',
      zip({ 'imsmanifest.xml': manifest() }),
      'no-questions',
      /^No questions were found in this QTI package/,
    ],
    [
      'a part named outside it',
      zip({ 'imsmanifest.xml': manifest(), '../a.xml': good }),
      'unsafe',
      /outside itself/,
    ],
    [
      'nothing but a manifest',
      new TextEncoder().encode(manifest()),
      'wrong-kind',
      /upload the package \(\.zip\) itself/,
    ],
    [
      'endless nesting',
      new TextEncoder().encode(`<questestinterop>${'<item>'.repeat(2_000)}`),
      'damaged',
      /nested too deeply/,
    ],
    [
      'an empty part',
      new TextEncoder().encode('<questestinterop/>'),
      'no-questions',
      /no questions in this file/,
    ],
  ])('with %s is refused in words that a clerk understands', async (_, bytes, code, words) => {
    const outcome = await readQuestionFile(bytes, 'a.zip');
    expect(outcome).toMatchObject({ ok: false, code, message: expect.stringMatching(words) });
  });

  test.each([
    ['options', oldItem({ rules: '', options: label('a', 'x').repeat(40_000) }), 'accepted'],
    ['rules', oldItem({ rules: rule('b', set(100)).repeat(40_000) }), 'accepted'],
    ['questions', '<item/>'.repeat(60_001), 'too-many-rows'],
    ['characters in a text', oldItem({ text: 'x'.repeat(5_000_000), rules: '' }), 'damaged'],
    ['elements', `<item>${'<a/>'.repeat(500_000)}</item>`, 'damaged'],
  ])('with a huge number of %s gets its answer within the time limit', async (_, items, code) => {
    const bytes = zip({ 'imsmanifest.xml': manifest('a.xml'), 'a.xml': quiz(items) });
    const outcome = await parseQuestionFile(bytes, 'a.zip');
    expect(outcome.ok ? 'accepted' : outcome.code).toBe(code);
  });
});

describe('what other systems leave out or write in their own way', () => {
  const cities = ['Delhi', 'Mumbai', 'Pune', 'Goa'];
  const item = (text: string, right = 'B') =>
    `<assessmentItem identifier="i" title="Question 1"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>${right}</value></correctResponse></responseDeclaration><itemBody><p>${text}</p><choiceInteraction responseIdentifier="R" maxChoices="1">${cities
      .map((city, at) => `<simpleChoice identifier="${'ABCD'[at]}">${city}</simpleChoice>`)
      .join('')}</choiceInteraction></itemBody></assessmentItem>`;
  const refusal = (parts: Readonly<Record<string, string>>) =>
    readQuestionFile(zip(parts), 'bank.zip');

  test('a package without its manifest is read; a zip without questions is refused as a zip archive', async () => {
    const { rows } = await accepted(zip({ 'a.xml': item('One?'), 'b.xml': item('Two?') }));
    expect(rows.map(({ text }) => text)).toEqual(['One?', 'Two?']);
    expect(await refusal({ 'a.xml': '<list/>', 'b.txt': 'b' })).toMatchObject({
      code: 'wrong-kind',
      message: expect.stringContaining('zip archive'),
    });
  });

  test('undeclared HTML entities are read as their characters; unknown entities refuse the file as damaged', async () => {
    const text = 'caf&eacute;&nbsp;&ndash; 1 &lt; 2 &amp;copy; <![CDATA[&copy;]]>';
    const { rows } = await accepted(zip({ 'a.xml': item(text) }));
    expect(rows).toMatchObject([{ text: 'café – 1 < 2 &copy; &copy;' }]);
    expect(await refusal({ 'a.xml': item('&nobody;') })).toMatchObject({ code: 'damaged' });
  });

  const places = (first: string) =>
    item('Which?', 'b').replace('identifier="A"', `identifier="${first}"`);
  const old = (rules: string, options = fourLabels) => quiz(oldItem({ rules, options }));

  test('identifiers may differ in upper and lower case, unless two options differ only in that', async () => {
    const { rows } = await accepted(zip({ 'a.xml': places('A') }));
    expect(rows).toMatchObject([{ correct: 1 }]);
    expect((await accepted(zip({ 'a.xml': places('b') }))).rows).toMatchObject([{ correct: 0 }]);
    expect((await alone(old(rule('C', set(1))))).rows).toMatchObject([{ correct: 2 }]);
    const both = ['a', 'A', 'c', 'd'].map((ident) => label(ident)).join('');
    const both2 = both.replace('Option A', 'Another');
    expect((await alone(old(rule('A', set(1)), both2))).rows).toMatchObject([{ correct: 1 }]);
  });

  test('if nothing is scored, the option that shows the feedback "Correct" is the right one', async () => {
    const shows = (name: string) => `<displayfeedback linkrefid="${name}"/>`;
    const rules = [...'abcd'].map((ident) =>
      rule(ident, shows(ident === 'c' ? 'Correct' : 'Incorrect')),
    );
    expect((await alone(old(rules.join('')))).rows).toMatchObject([{ correct: 2 }]);
    const scored = rules.with(0, rule('a', set(1), shows('Incorrect'))).join('');
    expect((await alone(old(scored))).rows).toMatchObject([{ correct: 0 }]);
    const none = rules.map((each) => each.replace('"Correct"', '"Corrections"')).join('');
    expect((await alone(old(none))).errors).toMatchObject([
      { message: 'No option is marked as right. It is left out.' },
    ]);
  });

  test('the Type is the section’s title, or the test’s if the section is only called “Section 2”', async () => {
    const sections = (test: string, section: string, reference: string) =>
      `<${test} title="Algebra"><${section} identifier="1" title="Sets">${reference.replace('x', 'a')}</${section}><${section} identifier="2" title="Section 2">${reference.replace('x', 'b')}</${section}></${test}>`;
    const later = sections(
      'assessmentTest',
      'assessmentSection',
      '<assessmentItemRef href="x.xml"/>',
    );
    const parts = { 'test.xml': later, 'a.xml': item('One?'), 'b.xml': item('Two?') };
    expect((await accepted(zip(parts))).rows.map(({ type }) => type)).toEqual(['Sets', 'Algebra']);
    const [one, two] = ['a', 'b'].map((right) =>
      oldItem({ text: right, rules: rule(right, set(1)) }),
    );
    const earlier = sections('assessment', 'section', 'x')
      .replace('>a<', `>${one}<`)
      .replace('>b<', `>${two}<`);
    const { rows } = await alone(`<questestinterop>${earlier}</questestinterop>`);
    expect(rows.map(({ type }) => type)).toEqual(['Sets', 'Algebra']);
  });
});
