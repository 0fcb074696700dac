/** Text files as people type, save and cut them: no text is garbled and no right answer moves without a warning. */
import { describe, expect, test } from 'vitest';
import { columns } from '#tests/support/make-hostile-sheets.ts';
import { readQuestionFile } from '../read-question-file.ts';

const header = columns.join(',');
const six = columns.slice(0, 6).join(',');
const line = (text: string, type = 'Apt') => `${text},red,green,blue,white,B,1,0.25,${type}`;

async function read(content: string | Uint8Array, name = 'q.csv') {
  const outcome = await readQuestionFile(Buffer.from(content), name);
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

describe('letters', () => {
  const hindi = Buffer.from(`${header}\n${line('हिन्दी?')}\n${line('नया')}`);

  test.each([
    ['cut in the middle of a letter', hindi.subarray(0, hindi.indexOf('नया') + 4)],
    ['with a damaged letter', Buffer.concat([hindi, Uint8Array.of(0xe9)])],
  ])('of an Indian script refuse a file %s, instead of being shown as others', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/^damaged: Some letters of this file are damaged/);
  });

  test('of Windows-1252 are still read', async () => {
    const bytes = Buffer.from(`${header}\n${line('Caf\u00e9 na\u00efve?')}`, 'latin1');
    expect((await read(bytes)).rows[0]?.text).toBe('Café naïve?');
  });

  test('of old Macs are read if the lines end as on old Macs', async () => {
    const mac = `${header}\r${line('It\xd5s a caf\x8e \xd0 \xd2right\xd3?')}\r`;
    const { rows, warnings } = await read(Buffer.from(mac, 'latin1'));
    expect(rows[0]?.text).toBe('It’s a café – “right”?');
    expect(warnings).toEqual([]);
  });

  test.each(['It\xd5s', 'caf\x8e', '\xd2right\xd3', 'B\x8fla', 'pages 2 \xd0 3'])(
    'as old Macs wrote them cause a warning if the lines end in another way: %j',
    async (text) => {
      const bytes = Buffer.from(`${header}\r\n${line(text)}\r\n`, 'latin1');
      expect((await read(bytes)).warnings[0]?.message).toContain(
        'Questions may have lost its letters',
      );
    },
  );

  test.each(['????? ??? ??', 'Is \ufffd right?'])(
    'that are lost, as in %j, cause a warning',
    async (text) => {
      expect((await read(`${header}\n${line(text)}`)).warnings[0]?.message).toContain(
        'Questions may have lost its letters',
      );
    },
  );

  test('that are lost are given as the reason why two options are the same', async () => {
    const { errors } = await read(`${header}\n????? ???,????,????,blue,white,C,1,0,Apt`);
    expect(errors.map(({ message }) => message)).toEqual([
      'OptionOne and OptionTwo are the same. Questions may have lost its letters when the file was saved ("????? ???"). Please save it as .xlsx or "CSV UTF-8".',
    ]);
  });

  test.each(['Is 2 + ?? = 5?', 'What???'])('are not taken as lost in %j', async (text) => {
    expect((await read(`${header}\n${line(text)}`)).warnings).toEqual([]);
  });
});

describe('values of a row', () => {
  test('refuse the row if they are more than the columns, because the other values have moved', async () => {
    const { rows, errors } = await read(`${six}\nPick one, please,1,2,3,4,C\nTwo?,a1,b1,c1,d1,B`);
    expect(rows.map(({ text }) => text)).toEqual(['Two?']);
    expect(errors[0]).toMatchObject({ row: 2, cell: 'A2' });
    expect(errors[0]?.message).toContain('more values than there are columns');
  });

  test('may go beyond the columns if they are empty there', async () => {
    expect((await read(`${header},,\n${line('One?')},,\n`)).errors).toEqual([]);
  });

  test('in quotation marks, with a quotation mark inside that is not doubled, refuse the file, naming the row', async () => {
    const stray = line('"Who wrote "Hamlet"?"');
    await expect(read(`${header}\n${line('Q1')}\n\n${stray}`)).rejects.toThrow(
      /^damaged: In row 4, text in quotation marks has a quotation mark inside\./,
    );
    const inTabs = `${header}\n${stray}`.replaceAll(',', '\t');
    expect((await read(inTabs)).rows[0]?.text).toBe('"Who wrote "Hamlet"?"');
    const inches = await read(`${header}\n${line('How long is 12" or "ten"?')}`);
    expect(inches.rows[0]?.text).toBe('How long is 12" or "ten"?');
  });

  test('keep Excel’s row numbers with any line ends, even several kinds in one file', async () => {
    const { rows } = await read(
      `${header}\r\n${line('Q1')}\n\r\n${line('"Q\r\n2"')}\r${line('Q3')}`,
    );
    expect(rows.map(({ row, text }) => [row, text])).toEqual([
      [2, 'Q1'],
      [4, 'Q\n2'],
      [5, 'Q3'],
    ]);
  });

  test('in quotation marks after a space stay whole', async () => {
    const { rows } = await read(`${six}\n"One, or two?", "a, b", "c", "d", "e", "A"`);
    expect(rows).toMatchObject([
      { text: 'One, or two?', options: ['a, b', 'c', 'd', 'e'], correct: 0 },
    ]);
  });
});

test('a question with a fifth option is refused, naming the cell; one whose fifth cell is empty is read', async () => {
  const head = 'Question,Option A,Option B,Option C,Option D,Option E,Answer';
  const { rows, errors } = await read(`${head}\nOne?,1x,2x,3x,4x,5x,B\nTwo?,1x,2x,3x,4x,,B`);
  expect(rows.map(({ text }) => text)).toEqual(['Two?']);
  expect(errors.map(({ message }) => message)).toEqual([
    'There is a fifth option (cell F2); a question has four here.',
  ]);
});

test.each([
  'Question,A,B,C,D,E,Answer',
  'Question,1,2,3,4,5,Answer',
  'Question,Options 1,Options 2,Options 3,Options 4,Options 5,Answer',
  'Question,choices/1,choices/2,choices/3,choices/4,choices/5,Answer',
  'Question,Answer 1,Answer 2,Answer 3,Answer 4,Answer 5,Correct Answer',
  'Question,First option,Second option,Third option,Fourth option,Fifth option,Answer',
])('a fifth option is recognised under the column names %s', async (head) => {
  const { rows, errors } = await read(`${head}\nOne?,1x,2x,3x,4x,5x,B\nTwo?,1x,2x,3x,4x,,B`);
  expect([rows.length, errors.map(({ row }) => row)]).toEqual([1, [2]]);
});

test('columns of words that are not read are reported; a column of row numbers is not', async () => {
  const file = `S.No,${header},Passage,,\n1,${line('One?')},Read this first,,aside\n2,${line('Two?')},,,\n`;
  const { rows, warnings } = await read(file.replace('Passage,,', 'Passage,,x'));
  expect(rows.length).toBe(2);
  expect(warnings.map(({ row, message }) => [row, message])).toEqual([
    [1, expect.stringMatching(/^Columns "Passage", "x" were not read/)],
  ]);
});

test('columns of numbers that are not read are reported, unless they count the rows', async () => {
  const file = (heading: string, values: number[]) =>
    `${heading},${header}\n${values.map((value, at) => `${value},${line(`${at}?`)}`).join('\n')}`;
  const unread = async (heading: string, values: number[]) =>
    (await read(file(heading, values))).warnings.map(({ message }) => message);
  expect(await unread('Year', [2019, 2018])).toEqual([
    'Column "Year" was not read: a question has no such column.',
  ]);
  expect(await unread('', [12, 7])).toEqual([expect.stringContaining('Column A was not read')]);
  expect(await unread('', [11, 12, 13])).toEqual([]);
  expect(await unread('S.No.', [1, 2, 1])).toEqual([]);
});

test('="007" is read as 007, as in Excel, with a warning', async () => {
  const { rows, warnings } = await read(`${header}\nAgent?,"=""007""",="07",70,7,A,1,0,Apt`);
  expect(rows[0]?.options).toEqual(['007', '07', '70', '7']);
  expect(warnings.map(({ column }) => column)).toEqual(['OptionOne', 'OptionTwo']);
});

test('a file whose first text begins with a tag is still read as text', async () => {
  const options = 'A) one\nB) two\nC) three\nD) four\nANSWER: B\n';
  expect((await read(`<b> is for?\n${options}`, 'q.txt')).rows[0]?.text).toBe('<b> is for?');
  expect((await read(`<Note> fill in below\n${header}\n${line('One?')}`)).rows.length).toBe(1);
});

test('UTF-16 without a byte order mark is read, whichever byte comes first', async () => {
  const bytes = Buffer.from(`${header}\n${line('\u0939\u093f?')}`, 'utf16le');
  expect((await read(bytes)).rows[0]?.text).toBe('\u0939\u093f?');
  expect((await read(Buffer.from(bytes).swap16())).rows[0]?.text).toBe('\u0939\u093f?');
});

test('a long file name is never cut in the middle of a character', async () => {
  const { rows } = await read(`${six}\nOne?,1x,2x,3x,4x,B`, `${'a'.repeat(30)}\u{1f600}b.csv`);
  expect(rows[0]?.type).toBe(`${'a'.repeat(30)}\u{1f600}`);
});

test('column names in two languages are recognised by the first', async () => {
  const head =
    'Question / प्रश्न,Option A / विकल्प,Option B / विकल्प,Option C | विकल्प,Option D,Answer / उत्तर';
  expect((await read(`${head}\nOne?,1x,2x,3x,4x,B`)).rows).toMatchObject([
    { text: 'One?', correct: 1 },
  ]);
});

test('combining marks piled on a letter are cut before they cover other lines, and those that a script needs stay', async () => {
  const vedic = 'अ॒ग्निमी॑ळे पु॒रोहि॑तं';
  const piled = `Tower ${'a'.padEnd(500, '\u0327\u030d')}?`;
  const apart = `Bells ${'a'.padEnd(500, '\u0327\u030d\x1b')}?`;
  const { rows } = await read(`${header}\n${line(vedic)}\n${line(piled)}\n${line(apart)}`);
  const left = `a${'\u0327'.repeat(4)}${'\u030d'.repeat(4)}?`;
  expect(rows.map(({ text }) => text)).toEqual([vedic, `Tower ${left}`, `Bells ${left}`]);
});

describe('invisible characters', () => {
  test('don’t make two different options of one', async () => {
    const { errors } = await read(`${header}\nOne?,red,red\u200b,blue,white,blue,1,0,Apt`);
    expect(errors[0]?.message).toBe('OptionOne and OptionTwo are the same.');
  });

  test.each([
    ['a nukta typed apart', 'ज\u093cमीन', '\u095bमीन'],
    ['a Tamil vowel typed as two characters', 'க\u0bca', 'க\u0bc6\u0bbe'],
    ['a joiner after a vowel', 'राम\u200d का', 'राम का'],
    ['a non-joiner at the end of a word', 'अर्थात्\u200c', 'अर्थात्'],
    ['a letter of Malayalam typed the old way', 'അവന്\u200d', 'അവൻ'],
    ['a letter of Bengali typed the old way', 'উত্\u200dসব', 'উৎসব'],
  ])(
    'and spellings that look the same, such as %s, don’t make two different options of one',
    async (_, one, other) => {
      const { errors } = await read(`${header}\nOne?,${one},${other},blue,white,blue,1,0,Apt`);
      expect(errors[0]?.message).toBe('OptionOne and OptionTwo are the same.');
      const { rows, warnings } = await read(
        `${header}\n${line(`Who is ${one}?`)}\n${line(`Who is ${other}?`)}`,
      );
      expect([rows.length, warnings.length]).not.toEqual([2, 0]);
    },
  );

  test.each([
    ['क्ष', 'क्\u200dष'],
    ['क्ष', 'क्\u200cष'],
    ['र्य', 'र\u200d्य'],
    ['می\u200cروم', 'میروم'],
    ['👩\u200d👧', '👩👧'],
  ])('stay if they make %j a different word from %j', async (one, other) => {
    const { rows } = await read(`${header}\nOne?,${one},${other},blue,white,blue,1,0,Apt`);
    expect(rows[0]?.options.slice(0, 2)).toEqual([one, other]);
  });

  test.each(['\u202d', '\u202e'])(
    'that reverse the order of a text cause a warning: %j',
    async (sign) => {
      expect((await read(`${header}\n${line(`Is ${sign}neerg right?`)}`)).warnings).toMatchObject([
        { row: 2, column: 'Questions', message: expect.stringContaining('turns the order') },
      ]);
    },
  );

  test('don’t make two different Types of one', async () => {
    const { rows } = await read(`${header}\n${line('One?')}\n${line('Two?', 'Apt\u200b')}`);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Apt']));
  });
});

test.each([
  ['small letters', 'a) ', 'Answer: b'],
  ['letters in brackets', '(a) ', 'ANSWER: (B)'],
  ['no space after the letter', 'A)', 'ANSWER: B.'],
])('Aiken with %s is read', async (_, label, answer) => {
  const options = ['one', 'two', 'three', 'four'].map(
    (text, at) =>
      label.replace(/a/i, (sign) => String.fromCharCode(sign.charCodeAt(0) + at)) + text,
  );
  expect(
    (await read(`Which is B?\n${options.join('\n')}\n${answer}\n`, 'q.txt')).rows,
  ).toMatchObject([{ text: 'Which is B?', options: ['one', 'two', 'three', 'four'], correct: 1 }]);
});

test('a row with more values than Excel has columns refuses the file, naming the row', async () => {
  const long = `${header}\n${'x,'.repeat(16_384)}x`;
  await expect(read(long)).rejects.toThrow(/^damaged: Row 2 has more than 16,384 values/);
});

test.each(['Ans: C', 'MARK: 2'])(
  'a line %j below an Aiken answer is reported, and never begins the next question',
  async (aside) => {
    const options = 'A) one\nB) two\nC) three\nD) four\nANSWER: B\n';
    const { rows, errors } = await read(`One?\n${options}${aside}\n\nTwo?\n${options}`, 'q.txt');
    expect(rows.map(({ text }) => text)).toEqual(['One?', 'Two?']);
    expect(errors).toMatchObject([{ row: 7, message: expect.stringContaining(aside) }]);
  },
);

test.each(['2 marks', '2 mark(s)', '+2 Marks', '2 points', '2M', '2 Marks each'])(
  'the Weightage %j is read as two',
  async (said) => {
    const { rows } = await read(`${header}\nOne?,red,green,blue,white,B,${said},0.25 mark,Apt`);
    expect(rows).toMatchObject([{ weightageHundredths: 200, negativeHundredths: 25 }]);
  },
);

describe('a text file as programs write it', () => {
  const table = `${header}\r\n${line('One?')}\r\n${line('Two?')}\r\n`;

  test.each<[what: string, bytes: Uint8Array]>([
    ['with Ctrl-Z at its end', Buffer.from(`${table}\x1a`)],
    ['filled up with zeros', Buffer.from(`${table}\0\0\0`)],
    ['with a bell in a text', Buffer.from(table.replace('One?', 'One\x07?'))],
    ['with two byte order marks', Buffer.from(`\ufeff\ufeff${table}`)],
    [
      'with a line of dashes below its column names',
      Buffer.from(table.replace('\r\n', `\r\n${'---,'.repeat(8)}---\r\n`)),
    ],
    [
      'in UTF-16 without a byte order mark',
      Buffer.from(table.replace('Questions', 'प्रश्न'), 'utf16le'),
    ],
    [
      'in UTF-16 with the bytes in the other order',
      Buffer.from(table.replace('Questions', 'प्रश्न'), 'utf16le').swap16(),
    ],
  ])('%s is read', async (_, bytes) => {
    const { rows, errors, warnings } = await read(bytes);
    expect(rows.map(({ text, correct }) => [text, correct])).toEqual([
      ['One?', 1],
      ['Two?', 1],
    ]);
    expect([errors, warnings]).toEqual([[], []]);
  });

  test('is refused if it has a zero byte inside, naming the line', async () => {
    await expect(read(table.replace('Two?', 'Two\0?'))).rejects.toThrow(
      /^damaged: Line 3 of this file has a sign that no text has/,
    );
    await expect(read(`\0\x01\0\x02${table}`)).rejects.toThrow(/^wrong-kind/);
  });

  test.each([
    ['semicolons below commas', `${header}\n${line('One?').replaceAll(',', ';')}\n${line('Two?')}`],
    [
      'commas below semicolons',
      `${header.replaceAll(',', ';')}\n${line('One?')}\n${line('Two?').replaceAll(',', ';')}`,
    ],
  ])(
    'that mixes separators, %s, is read except for the row with the other one, which is reported',
    async (_, content) => {
      const { rows, errors } = await read(content);
      expect(rows.map(({ text }) => text)).toEqual(['Two?']);
      expect(errors).toMatchObject([
        { row: 2, message: expect.stringContaining('one single value') },
      ]);
    },
  );

  test('with each line in quotation marks is refused, saying that the column names are all in one cell', async () => {
    const quoted = [header, line('One?')].map((each) => `"${each}"`).join('\n');
    await expect(read(quoted)).rejects.toThrow(/^no-header: .* Row 1 has them all in one cell\./);
  });
});

test.each([
  ['of Kruti Dev', 'Hkkjr dh jkt/kkuh dkSu lh gS?', 'Questions looks like Hindi or Punjabi typed'],
  ['of Shusha', 'rajaQaanaI kaOna saI hO?', 'Questions looks like Hindi or Punjabi typed'],
  ['of AnmolLipi', 'rwjDwnI ikhVI hY?', 'Questions looks like Hindi or Punjabi typed'],
  ['of a font of symbols', 'What is \uf061?', 'Questions may have lost its letters'],
  ['of UTF-8 read as Latin', 'à¤\u00adà¤¾?', 'Questions may have lost its letters'],
  [
    'of a smiley in the UTF-8 of old databases, read as Latin',
    'Smile í\u00a0½í¸\u0080?',
    'Questions may have lost its letters',
  ],
  ['of quotation marks read as Latin', 'Indiaâ€™s?', 'Questions may have lost its letters'],
])('letters %s are read unchanged, with a warning', async (_, text, said) => {
  const { rows, warnings } = await read(`${header}\n${line(text)}`);
  expect(rows).toMatchObject([{ text }]);
  expect(warnings.map(({ row, message }) => [row, message])).toEqual([
    [2, expect.stringContaining(said)],
  ]);
});

test.each([
  'gS and iPhone?',
  'Does à la carte suit?',
  'Is dk a word; or dh?',
  'Is dI/dt = kI or Ka?',
])('letters as in %j cause no warning', async (text) => {
  expect((await read(`${header}\n${line(text)}`)).warnings).toEqual([]);
});

describe('Aiken', () => {
  const options = (label: (letter: string) => string) =>
    ['one', 'two', 'three', 'four'].map((text, at) => label('ABCD'[at] ?? '') + text).join('\n');
  const choices = ['one', 'two', 'three', 'four'];

  test.each([
    ['A.one', (letter: string) => `${letter}.`],
    ['a.one', (letter: string) => `${letter.toLowerCase()}.`],
    ['A: one', (letter: string) => `${letter}: `],
    ['A - one', (letter: string) => `${letter} - `],
    ['A) one, a line between', (letter: string) => `\n${letter}) `],
  ])(
    'with options such as %s is read, and a question may begin like an option',
    async (_, label) => {
      const file = `A.P.J. Kalam was born in\nA.D. 1931 or when?\n${options(label)}\nANSWER: B\n`;
      expect((await read(file, 'q.txt')).rows).toMatchObject([
        { text: 'A.P.J. Kalam was born in\nA.D. 1931 or when?', options: choices, correct: 1 },
      ]);
    },
  );

  test.each([
    ...['Ans: B', 'Answer - b', 'Correct Answer: (B)', 'ANSWER: B) two', 'answer: b. Two'],
    ...['ANSWER B', 'Ans (b)', 'Answer is B.'],
  ])('with an answer such as %j is read', async (answer) => {
    const one = `?\n${options((letter) => `${letter}) `)}\n${answer}\n`;
    const { rows, errors } = await read(`One${one}Two${one}`, 'q.txt');
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      { text: 'One?', correct: 1 },
      { text: 'Two?', correct: 1 },
    ]);
  });

  test('with an empty line within a question is read, with a warning, because the lines above may be a title', async () => {
    const one = `One?\n${options((letter) => `${letter}) `)}\nANSWER: B\n`;
    const { rows, warnings } = await read(`Class test\nMaths\n\n${one}\n\nTwo? ${one}`, 'q.txt');
    expect(rows.map(({ text }) => text)).toEqual(['Class test\nMaths\nOne?', 'Two? One?']);
    expect(warnings.filter(({ column }) => column === 'Questions')).toMatchObject([
      { row: 1, message: expect.stringContaining('empty line') },
    ]);
  });

  test('below lines that are left out, such as statements lettered like options, is read with a warning', async () => {
    const file = `Consider:\nA) one\nB) two\nWhich is right?\n${options((letter) => `${letter}) `)}\nANSWER: B\n`;
    const { rows, errors, warnings } = await read(
      `${file}${file.replace(/^(.*\n){3}/, '')}`,
      'q.txt',
    );
    expect(rows.map(({ row }) => row)).toEqual([4]);
    expect(errors).toMatchObject([{ row: 1 }]);
    expect(warnings.filter(({ column }) => column === 'Questions')).toMatchObject([
      { row: 4, message: expect.stringContaining('line 1') },
    ]);
  });

  test.each([
    ['one option', 'One?\nA) one\nANSWER: A', 'It has 1 option; a question has four here.'],
    [
      'an answer whose letter and text disagree',
      'One?\nA) one\nB) two\nC) three\nD) four\nANSWER: B) one',
      'and another text',
    ],
    [
      'some of its options in one line, a space apart',
      'One?\nA) one B) two\nC) three\nD) four\nANSWER: B',
      'Its options are lettered A, C, D; they must be A, B, C, D, each on a line of its own.',
    ],
  ])('with %s is left out, giving the reason', async (_, file, said) => {
    const { rows, errors } = await read(file, 'q.txt');
    expect([rows.length, errors[0]?.message]).toEqual([0, expect.stringContaining(said)]);
  });
});

describe('GIFT', () => {
  test('with more commas in a line than a table has columns is read', async () => {
    const stem = ','.repeat(17_000);
    expect((await read(`Which? ${stem} {=a ~b ~c ~d}`, 'q.gift')).rows).toMatchObject([
      { text: `Which? ${stem}` },
    ]);
  });

  test.each([
    ['If x\\={1, 2\\} then {=a ~b ~c ~d}', 'Text stands in the braces before the first answer'],
    ['One? {=a ~b ~c ~d} Two? {=a ~b ~c ~d}', 'more than one pair of braces'],
  ])('%j is left out, giving the reason', async (block, said) => {
    const { rows, errors } = await read(block, 'q.gift');
    expect([rows, errors]).toMatchObject([
      [],
      [{ row: 1, message: expect.stringContaining(said) }],
    ]);
  });
});

describe('GIFT', () => {
  test.each(['%-25%', '%-25,0%', '% -25 %', '%-25.000%'])(
    'keeps a negative mark written as %s',
    async (share) => {
      const { rows } = await read(`One?{=a ~${share}b ~${share}c ~${share}d}`, 'q.gift');
      expect(rows).toMatchObject([{ options: ['a', 'b', 'c', 'd'], negativeHundredths: 25 }]);
    },
  );

  test('causes a warning if # ends an answer, because in GIFT a comment begins there', async () => {
    const { rows, warnings } = await read(
      'Which?{=C# ~C++ ~Java ~F#}\n\nWhich one?{=C\\# ~C++ #no ~Java ~F}',
      'q.gift',
    );
    expect(rows.map(({ options }) => options[0])).toEqual(['C', 'C#']);
    expect(warnings.filter(({ row }) => row > 0)).toMatchObject([
      { row: 1, message: expect.stringContaining('as in C#') },
    ]);
  });
});

describe('GIFT without an empty line between two questions', () => {
  test.each([
    ['one line each', 'One?{~a =b ~c ~d}\nTwo?{~a =b ~c ~d}'],
    ['several lines', 'One?{\n~a\n=b\n~c\n~d\n}\n::t::Two?{\n~a\n=b\n~c\n~d\n}'],
  ])('is read as two if they have %s', async (_, file) => {
    const { rows } = await read(file, 'q.gift');
    expect(rows.map(({ text, correct }) => [text, correct])).toEqual([
      ['One?', 1],
      ['Two?', 1],
    ]);
  });

  test('leaves out both if a line between them may belong to either', async () => {
    const { rows, errors } = await read(
      'One {~a =b ~c ~d}\nof two\nparts {~a =b ~c ~d}\n\nT?{=a ~b ~c ~d}',
      'q.gift',
    );
    expect(rows.map(({ text }) => text)).toEqual(['T?']);
    expect(errors).toMatchObject([
      { row: 1, message: expect.stringContaining('An empty line must stand') },
    ]);
  });
});

describe('separators and encodings', () => {
  const lines = [columns, ['Q?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0,5', 'T']];
  const joined = (sign: string) =>
    lines
      .map((each) => each.map((cell) => (cell.includes(sign) ? `"${cell}"` : cell)).join(sign))
      .join('\r\n');
  const swapped = (bytes: Uint8Array) => Buffer.from(bytes).swap16();

  test.each([
    ['commas', Buffer.from(joined(','))],
    ['semicolons', Buffer.from(joined(';'))],
    ['tabs', Buffer.from(joined('\t'))],
    ['strokes', Buffer.from(joined('|'))],
    ['a line that names the separator', Buffer.from(`sep=;\r\n${joined(';')}`)],
    ['a byte order mark', Buffer.from(`\ufeff${joined(',')}`)],
    ['UTF-16 as Excel saves Unicode text', Buffer.from(`\ufeff${joined('\t')}`, 'utf16le')],
    [
      'UTF-16 with the bytes in the other order',
      swapped(Buffer.from(`\ufeff${joined('\t')}`, 'utf16le')),
    ],
  ])('are read: %s', async (_, bytes) => {
    const outcome = await readQuestionFile(bytes, 'bank.csv');
    expect(
      outcome.ok &&
        outcome.rows.map(({ correct, negativeHundredths }) => [correct, negativeHundredths]),
    ).toEqual([[1, 50]]);
  });

  test('refuse a quotation mark that is never closed, naming its row, but between tabs take it as text', async () => {
    const open = [
      columns,
      ['"Q?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0', 'T'],
      ['R?', 'a1', 'b1', 'c1', 'd1', 'b1', '1', '0', 'T'],
    ];
    const bytes = (sign: string) => Buffer.from(open.map((each) => each.join(sign)).join('\n'));
    expect(await readQuestionFile(bytes(','), 'a.csv')).toMatchObject({
      ok: false,
      code: 'damaged',
      message: expect.stringContaining('row 2'),
    });
    expect(await readQuestionFile(bytes('\t'), 'a.xls')).toMatchObject({
      ok: true,
      rows: [{ text: '"Q?' }, { text: 'R?' }],
    });
  });

  test('without a Type column take the file’s name as the Type, as Excel names the sheet', async () => {
    const bytes = Buffer.from(lines.map((each) => each.slice(0, 8).join(';')).join('\n'));
    expect(await readQuestionFile(bytes, 'Physics.csv')).toMatchObject({
      ok: true,
      rows: [{ type: 'Physics', sheet: 'Physics' }],
    });
  });
});
