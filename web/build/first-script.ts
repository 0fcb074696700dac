/**
 * The one script that is part of a page's HTML, so that the page is not dead while its scripts are on the way, nor when
 * they are lost there. It must stay small and needs nothing of the app; its digest goes into the security policy.
 *
 * Menus: a menu opens and closes by its button (`data-menu`); its style depends on the button's `aria-expanded` alone.
 *
 * Early presses: on a ready page (`data-ready`), a press on any other button that needs the app (all but `data-plain`)
 * is kept, shown as taken, and done by web/src/app/early-press.ts. A form that says where it goes (`data-sends-to`) is
 * sent at once if all its fields are filled in, and the app takes up the answer (web/src/shared/http.ts). The answer is
 * read to its end as it comes, because the scripts may take longer than anybody waits for an answer.
 *
 * Lost scripts: a script that came cut short is fetched until it is whole, and then the page is reloaded, because most
 * browsers never ask twice for a module of the same page. Chromium does so after a preload that failed: a page that
 * comes to life that way is not reloaded, because that would undo what has been pressed in it.
 *
 * Typed text: what was typed before a reload is put back as soon as its fields are there (with the page's text or, when
 * the service worker answered, with the app). It is remembered as it is typed, because a page that lacks a script may
 * lose its fields before it is left. It is stored before the page is left, because a browser may hide the old page only
 * after the new one has begun; what was typed in the new page by then stays. A field is identified by its form's first
 * field and its own name, because the footer's form may be there before the page's own. Text is put back only on a
 * ready page's address, for half a minute, and never in a dialog, because elsewhere one form serves many records.
 * Passwords are never stored, whether shown or not.
 *
 * Pages that stand still: a page that stands still for half a minute lacks something, if it has nothing to show before
 * the app; if it is there to be read (`data-waits`) and something on it was touched that needs the app; or if its own
 * part is alive and a press in its footer waits. A page that opens after all, because its script was slow and not lost,
 * is not loaded again.
 *
 * Messages and reloads: after a few seconds the page says that it is not whole, with a way to go on, unless the app
 * says so (web/src/app/error-boundary.tsx). A browser that leads to a part of the page once everything is loaded takes
 * the focus from the field that somebody is writing in; the script gives it back. A page is reloaded three times at
 * most, until one has stood for ten seconds, because what a portal answers in place of a script looks whole; and never
 * when the browser allows no storage to count the reloads.
 */
export const FIRST_SCRIPT = `(()=>{
const ready=document.currentScript.hasAttribute("data-ready"),path=location.pathname,typed="typed",tries="tries";
const fields=()=>location.pathname===path?[...document.querySelectorAll(":is(input,select,textarea)[name]:not([type=password],[autocomplete*=password],[type=hidden],[inert] *,dialog *)")]:[];
const kept=(key,value)=>{try{const was=sessionStorage.getItem(key);value===undefined||sessionStorage.setItem(key,value);return was}catch{return null}};
const place=f=>{const all=[...(f.form||document).querySelectorAll("input,select,textarea")];return[all[0].name,f.name,all.filter(e=>e.name===f.name).indexOf(f)].join()};
const values=()=>Object.fromEntries(fields().map(f=>[place(f),[f.value,f.checked]]));
const answered="button:not([data-menu],[data-plain])",buttons=()=>[...document.querySelectorAll(answered)];
const named=b=>[b.form&&b.form.elements[0].name,b.textContent].join();
const pressed=b=>b&&!window.earlyAnswer&&!b.closest("dialog")?[named(b),buttons().filter(e=>named(e)===named(b)).indexOf(b)].join():"";
const opening=()=>document.querySelector("#root>p:only-child");
let mending=false,told=false,shell,note,leaving=false,before,last,press="",at="";
const keep=()=>{leaving&&before&&kept(typed,JSON.stringify([path,{...before,...last},pressed(window.earlyPress)||press,fields().filter(f=>f===document.activeElement).map(place)[0]||at]))};
const reload=()=>{leaving=true;last={...last,...values()};keep();location.reload()};
addEventListener("input",()=>{last=values();keep()});
const say=()=>{
if(told)return;
note=document.createElement("p");
const again=document.createElement("a");
note.setAttribute("role","alert");
note.textContent="The page didn’t load fully. Please check mobile data or Wi‑Fi. Trying again… ";
again.href="";again.textContent="Try again";again.style.color="inherit";
again.onclick=press=>{press.preventDefault();kept(tries,"0");reload()};
note.append(again);
note.style.cssText="position:fixed;inset:0 0 auto;z-index:99999;padding:1rem;background:var(--color-warn-soft,#fdf0d8);color:var(--color-text,#211e1a);text-align:center";
document.body.append(note)};
window.mendPage=isTold=>{told=isTold;told&&note&&note.remove();return mend()};
const mend=async()=>{
shell=opening();
if(mending)return;
mending=true;
const opened=()=>shell&&!opening();
setTimeout(()=>opened()||say(),4000);
const parts=[...document.querySelectorAll("script[src],link[rel=modulepreload],link[rel=stylesheet]:not([disabled])")].map(e=>e.src||e.href);
const whole=part=>fetch(part).then(a=>a.arrayBuffer()).then(()=>true,()=>false);
for(let wait=500;!(await Promise.all(parts.map(whole))).every(Boolean);wait=Math.min(2*wait,15000))await new Promise(go=>setTimeout(go,wait));
if(opened())return void(mending=false);
const n=Number(kept(tries))+1;
kept(tries,n);
if(n<4&&kept(tries)==n)reload()};
addEventListener("error",({target})=>{target.src?target.tagName==="SCRIPT"&&mend():target.rel==="modulepreload"&&import(target.href).catch(mend)},true);
addEventListener("load",()=>setTimeout(()=>mending||kept(tries,"0"),10000));
const take=text=>{
const [from,was,p,a]=JSON.parse(text||"[]"),known=from===path;
before=known?{...before,...was}:before||(ready?{}:undefined);
if(known)press=p||press,at=a||at;
known||text==="[]"||kept(typed,"[]");
return known};
const shown={},put=()=>{
for(const f of fields()){
const key=place(f),[value,checked]=before[key]||[];
if(!before[key])continue;
delete before[key];
if(value&&[f.defaultValue??f.value,shown[key]].includes(f.value))f.value=shown[key]=value;
if(checked)f.checked=true;
if(key===at&&document.activeElement===document.body)f.focus({preventScroll:true});
kept(typed,"[]");
last=values()}
const again=press&&location.pathname===path&&buttons().find(b=>pressed(b)===press);
if(again){press="";again.click()}};
const awaited=new MutationObserver(put);
const putBack=text=>{
if(!take(text))return;
awaited.observe(document,{childList:true,subtree:true});
const end=()=>setTimeout(()=>{awaited.disconnect();before={};press=at="";kept(typed,"[]")},30000);
document.readyState==="complete"?end():addEventListener("load",end);
put()};
document.addEventListener("readystatechange",()=>putBack(kept(typed)),{once:true});
addEventListener("storage",({key,newValue})=>key===typed&&!leaving&&putBack(newValue));
addEventListener("click",({target,isTrusted})=>{
if(isTrusted)press="";
const menu=target.closest("[data-menu]");
menu&&menu.setAttribute("aria-expanded",menu.getAttribute("aria-expanded")!=="true")},true);
const still=after=>performance.now()-Math.max(after,...performance.getEntriesByType("resource").map(e=>e.responseEnd))>30000;
if(!ready){
const opens=setInterval(()=>{
if(opening())return still(0)&&mend();
clearInterval(opens);
shell&&note&&note.remove()},5000);
return}
const alive=part=>window.alive&&window.alive.has(part);
let field=null,wanted=0;
const nothingLacks=()=>alive("page")?!window.earlyPress:!wanted&&document.querySelector("[data-waits]");
const want=target=>{target.closest&&target.closest(answered+",label,input,select,textarea")&&nothingLacks()&&(wanted=performance.now())};
addEventListener("pointerdown",({target})=>want(target),true);
addEventListener("focusin",({target})=>{field=target;want(target)});
addEventListener("load",()=>{location.hash&&field&&document.activeElement===document.body&&field.focus({preventScroll:true})});
addEventListener("click",window.keepEarlyPress=press=>{
const button=press.target.closest(answered),was=window.earlyPress;
if(!button||alive(button.closest("#root>footer")?"footer":"page"))return;
want(button);
press.preventDefault();press.stopPropagation();
was&&was.removeAttribute("aria-busy");
window.earlyPress=button;button.setAttribute("aria-busy","true");
const {form}=button,to=button.type==="submit"&&form&&form.dataset.sendsTo;
if(!to||window.earlyAnswer||[...form.elements].some(f=>f.name&&!f.value))return;
const url="/api/v1/"+to,body=JSON.stringify(Object.fromEntries(new FormData(form)));
const answer=fetch(url,{method:"POST",body,headers:{accept:"application/json","content-type":"application/json"},signal:AbortSignal.timeout(60000)}).then(async a=>new Response(await a.blob(),a));
answer.catch(()=>{});
window.earlyAnswer={url,body,answer};
button.setAttribute("aria-disabled","true")},true);
const watch=setInterval(()=>{
if(!window.keepEarlyPress)return clearInterval(watch);
if(nothingLacks())return;
if(still(wanted))mend()},5000)
})()`;
