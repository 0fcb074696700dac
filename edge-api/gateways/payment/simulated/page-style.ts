/** The look of the simulated payment page: inline, so that the page needs nothing else; no script at all. */
import { createHash } from 'node:crypto';

export const PAGE_STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f3f5f6,#131618);--card:light-dark(#fff,#1c2023);
--line:light-dark(#dde2e5,#353b3f);--outline:light-dark(#7c868c,#7f8a90);--muted:light-dark(#566067,#b0b9be);
--text:light-dark(#1b2226,#eef2f4);--slab:light-dark(#073a45,#0b2930);--accent:light-dark(#0a5768,#74c7d8);
--on-accent:light-dark(#fff,#06232a);--warn:light-dark(#6b4100,#f0c16a);--warn-soft:light-dark(#fdf0d8,#2e240f);
--bad:light-dark(#a01f1f,#f5a099)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:1.0625rem/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
header{background:var(--slab);color:#f4f9f9;padding:1rem}
main{max-width:30rem;margin-inline:auto}
header p{max-width:28rem;margin:0 auto;font-weight:600;display:flex;gap:.625rem;align-items:center}
header svg{flex:none}
main{padding:1rem 1rem 3rem}
.notice{margin:0 0 1rem;padding:.75rem 1rem;border-inline-start:4px solid currentcolor;border-radius:.375rem;
background:var(--warn-soft);color:var(--warn)}
.notice.bad{background:var(--card);color:var(--bad)}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1rem;font-weight:400;color:var(--muted)}
.amount{display:block;margin:.125rem 0 1rem;color:var(--text);font:700 2.25rem/1.15 Georgia,"Noto Serif",serif;
font-variant-numeric:tabular-nums}
dl{margin:0;border-block-start:1px solid var(--line)}
dl div{display:flex;gap:1rem;justify-content:space-between;padding-block:.625rem;
border-block-end:1px solid var(--line)}
dl div:last-child{border:0;padding-block-end:0}
dt{color:var(--muted);flex:none}dd{margin:0;text-align:end}
button,.button{display:block;inline-size:100%;min-block-size:3.25rem;padding:.75rem 1rem;border-radius:.625rem;
border:1px solid var(--outline);background:transparent;color:var(--text);font:inherit;font-weight:600;
text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent);margin-block-start:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.75rem;margin-block-start:.75rem}
details{margin-block-start:1rem}
summary{min-block-size:3rem;padding-block:.75rem;cursor:pointer;color:var(--accent);font-weight:600}
fieldset{border:0;margin:0;padding:0}
legend{padding:0;color:var(--muted)}
label{display:flex;gap:.75rem;align-items:center;min-block-size:3rem;padding-block:.375rem}
input[type=radio]{inline-size:1.375rem;block-size:1.375rem;margin:0;flex:none;accent-color:var(--accent)}
input[type=number]{inline-size:4.5rem;min-block-size:3rem;flex:none;padding:.5rem;font:inherit;text-align:center;
border:1px solid var(--outline);border-radius:.375rem;background:var(--page);color:var(--text)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
header :focus-visible{outline-color:#fff}
`;

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** form-action stays open: browsers hold it against the redirect back to the merchant, too. */
export const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
