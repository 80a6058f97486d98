/** Colours meet WCAG AA in light and dark mode. */
export const pageStyle = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1a1d23;--soft:#59616e;--line:#e2e5ea;--panel:#f6f7f9;--accent:#0b57d0;--get:#0a6640;--post:#0b57d0;--patch:#8a5300;--delete:#b3261e;--event:#6b3fa0}
@media (prefers-color-scheme:dark){:root{--bg:#14161a;--fg:#e6e8ec;--soft:#a3abb8;--line:#2d323a;--panel:#1c1f25;--accent:#8ab4f8;--get:#6dd3a0;--post:#8ab4f8;--patch:#f0b661;--delete:#f2a19b;--event:#c7a6f0}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem 1rem;z-index:1}
header{border-bottom:1px solid var(--line);padding:.75rem 1.25rem}
.brand{margin:0;font-weight:600}.brand span{color:var(--soft);font-weight:400}
nav{padding:.5rem 1.25rem;border-bottom:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-left:.5rem;margin-bottom:.5rem}
nav summary{cursor:pointer;font-weight:600;padding:.25rem 0}
nav a{display:block;padding:.2rem 0;color:inherit;text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav .method{min-width:4.9em}
nav a:hover{color:var(--accent)}
main{padding:1rem 1.25rem 6rem;max-width:56rem}
h1{font-size:1.9rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1.5rem;margin:3.5rem 0 .5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h3{font-size:1.1rem;margin:2rem 0 .25rem}
h4{font-size:.85rem;margin:1.25rem 0 .25rem;text-transform:uppercase;letter-spacing:.04em;color:var(--soft)}
p{margin:.4rem 0}
.summary{font-size:1.05rem;color:var(--soft)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
:not(pre)>code{background:var(--panel);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
figure{margin:.75rem 0}
figcaption{font-size:.75rem;color:var(--soft);margin-bottom:.15rem}
pre{margin:0;padding:.85rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow:auto;max-height:28rem;line-height:1.5}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}
td code{overflow-wrap:normal;white-space:nowrap}
th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.operation,.schema{padding-bottom:1rem}
.operation+.operation{border-top:1px dashed var(--line)}
.operation h3{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.path{font-size:1rem;background:none!important;padding:0!important}
.method{display:inline-block;min-width:3.6em;font:600 .72rem/1.6 ui-monospace,Menlo,Consolas,monospace;text-align:center;border:1px solid currentcolor;border-radius:4px;padding:0 .35em}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.delete{color:var(--delete)}.event{color:var(--event)}
.extension,.place{font-size:.8rem;color:var(--soft)}
.extension{border:1px solid var(--line);border-radius:999px;padding:0 .6em;font-weight:400}
.fields{margin:.25rem 0;border-top:1px solid var(--line)}
.fields>div{padding:.55rem 0;border-bottom:1px solid var(--line)}
.fields dd{margin:0}.fields dd p{margin:.15rem 0}
.name{font-weight:600}
.type{color:var(--soft);font-size:.88rem}a.type{color:var(--accent)}
.required{color:var(--delete);font-size:.8rem}
.rules{font-size:.85rem;color:var(--soft)}
details details,dd details{padding-left:.75rem;border-left:2px solid var(--line)}
dd summary{cursor:pointer;font-size:.85rem;color:var(--accent)}
.status{font:600 .9rem ui-monospace,Menlo,Consolas,monospace;color:var(--get)}
.errors{font-size:.9rem;color:var(--soft)}
@media (min-width:64rem){
body{display:grid;grid-template:auto 1fr/19rem minmax(0,1fr)}
header{grid-column:1/-1}
nav{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
main{padding:1rem 3rem 6rem}
}
@media (max-width:63.99rem){nav{max-height:40vh;overflow-y:auto}}
@media print{nav,.skip{display:none}pre{max-height:none}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`.trim();
