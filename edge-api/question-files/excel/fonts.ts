// Fonts that show other signs than the file holds: those of Indian scripts from before Unicode draw Devanagari, Tamil …
// in place of Latin letters, and those of symbols draw α or ☺. What a reader sees there is nowhere in the text.

/** How the names of such fonts begin, in small letters without spaces and signs. */
const indian = [
  ...'krutidev devlys devlis walkmanchanakya chanakya shusha susha kundli akruti bhaskar shivaji0 naidunia'.split(
    ' ',
  ),
  ...'dvtt dvbtt dvbwtt dvmtt dvott dvwtt dvsoft apsdv apscdv 4cgandhi xdvng sanskrit99 kfkiran kiran'.split(
    ' ',
  ),
  ...'amarujala agrathin agranormal shreelipi shreedev shreetel shreetam shreeguj shreekan shreeban'.split(
    ' ',
  ),
  ...'shreemal shreeori shreepun shreepud lmgarun lmg gopika terafont harikrishna saumil'.split(
    ' ',
  ),
  ...'bamini tscu tamelango tabelango vanavil senthamil kalaham amudham elcotbamini stmzh'.split(
    ' ',
  ),
  ...'anupama anuscript anupriya eenadu vaartha tikkana hemalatha nudi brhkannada brhdev brhtel'.split(
    ' ',
  ),
  ...'brhmal brhtam mltt mlbtt mlwtt fml thoolika sutonny sulekha anmollipi asees gurbanilipi'.split(
    ' ',
  ),
  ...'satluj drchatrik'.split(' '),
];
/** Unicode fonts whose names begin so too. */
const unicode = ['shreedevanagari', 'sutonnyomj', 'nudiuni', 'nudiparijatha', 'akrutiunicode'];

const pictures = ['wingdings', 'webdings', 'zapfdingbats', 'itczapfdingbats', 'marlett', 'mtextra'];

export type ForeignFont = {
  name: string;
  /** Finds a sign that looks otherwise. Digits and signs of arithmetic are themselves in most of these fonts. */
  signs: RegExp;
};

export function foreignFont(name: string): ForeignFont | null {
  const bare = name.toLowerCase().replace(/[^a-z\d]/g, '');
  const begins = (beginning: string) => bare.startsWith(beginning);
  if (pictures.some(begins)) return { name, signs: /\S/ };
  const isForeign = indian.some(begins) || /^symbol(?:mt|ps)?$|mj$/.test(bare);
  return isForeign && !unicode.some(begins) ? { name, signs: /[a-z\u00a1-\u00ff]/i } : null;
}
