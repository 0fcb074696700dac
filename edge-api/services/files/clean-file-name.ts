// A sender's file name made fit to be shown and saved: one line, no paths, no characters that turn the
// reading direction, and the ending that its content has.
const ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;
const LONGEST = 80;
/** What of a name is looked at: its end, which holds the name in a path. Longer than any disk takes. */
const LONGEST_READ = 1_000;

/** What Windows can't have as a file's name. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export function cleanFileName(name: string, mediaType: keyof typeof ENDINGS): string {
  const stem = name
    .slice(-LONGEST_READ)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
      '\u200c\u200d'.includes(character) ? character : '',
    )
    .replace(/(?<![/\\.\s])[/\\.\s]+$/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/[/\\:*?"<>|%;]/g, '_')
    .replace(/(\.[A-Za-z0-9]{1,5})+\.*$/, '') // any ending, or several
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const short = [...stem].slice(0, LONGEST).join('').trim();
  return `${short === '' || DEVICES.test(short) ? 'document' : short}.${ENDINGS[mediaType]}`;
}
