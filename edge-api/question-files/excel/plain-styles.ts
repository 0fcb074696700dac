// Leaves of a workbook's styles only the number formats. The library looks up every cell's fill, and
// throws and catches inside itself, cell by cell, where there is none: minutes for 50,000 rows.

const fill = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>';
const stylesPart = 'xl/number-formats.xml';
const stylesType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';

const isStyles = (xml: string) => /<(?:\w+:)?styleSheet\b/.test(xml.slice(0, 4096));

function withOneFill(xml: string): string {
  return xml
    .replace(
      /<(?:\w+:)?fills\b[^<>]*\/>|<(?:\w+:)?fills\b(?:(?!<(?:\w+:)?fills\b)[\s\S])*?<\/(?:\w+:)?fills>/g,
      '',
    )
    .replace(/\sfillId\s*=\s*["']\d*["']/g, ' fillId="0"')
    .replace(/(<(?:\w+:)?styleSheet\b[^<>]*[^<>/]>)/, `$1${fill}`)
    .replace(/<(\w+:)?styleSheet\b([^<>]*)\/>/, `<styleSheet$2>${fill}</styleSheet>`);
}

/** Changes `parts` in place. */
export function keepOnlyNumberFormats(parts: Map<string, Uint8Array>): void {
  let found = false;
  for (const [name, bytes] of parts) {
    const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
    if (!isStyles(start)) continue;
    found = true;
    parts.set(name, Buffer.from(withOneFill(Buffer.from(bytes).toString('latin1')), 'latin1'));
  }
  const types = parts.get('[Content_Types].xml');
  if (found || !types) return;
  parts.set(
    stylesPart,
    Buffer.from(
      `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${fill}</styleSheet>`,
    ),
  );
  const override = `<Override PartName="/${stylesPart}" ContentType="${stylesType}"/>`;
  parts.set(
    '[Content_Types].xml',
    Buffer.from(
      Buffer.from(types)
        .toString('utf8')
        .replace(/<\/(\w+:)?Types>/, `${override}</$1Types>`),
    ),
  );
}
