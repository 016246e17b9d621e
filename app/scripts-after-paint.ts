/**
 * What a page shows comes first: its scripts are fetched once everything visible has arrived and been painted, so that
 * on a slow line no photo and no typeface shares it with 130 kB of code. Until then links and forms work as they do
 * without scripts. Takes a page as React Router writes it, with one inline module that imports the page's files, and
 * leaves any other as it is.
 */
export function scriptsAfterPaint(html: string): string {
  const [whole, code] = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html) ?? []
  if (whole === undefined || code === undefined) return html
  const files: string[] = []
  const page = html.replace(preload, (_, file: string) => {
    files.push(file)
    return ''
  })
  return page.replace(whole, () => `<script>${onceShown(files, code)}</script>`)
}

const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
const imported = /import (?:\* as (\w+) from )?("[^"]+");?/g
const entry = /import\(("[^"]+")\)/

/**
 * What is slow to arrive, a photo that is only being made say, keeps no page from coming to life, and one that is never
 * painted, in a frame that nobody sees, starts all the same. Milliseconds after all HTML is there.
 */
const patience = 3000

/**
 * The router's module as a function: its imports become `import()`, in their order. All files are fetched at once, and
 * each runs in a task of its own, so that a press or a key in between is answered.
 */
function onceShown(files: string[], code: string): string {
  const [, last] = entry.exec(code) ?? []
  const beforehand = files.filter((file) => JSON.stringify(file) !== last)
  const start = code.replace(imported, (_, name: string | undefined, file: string) =>
    name === undefined ? `await import(${file});` : `const ${name}=await import(${file});`,
  )
  return `{
const files=${JSON.stringify(beforehand)};
let start=async()=>{
start=()=>{};
for(const href of files)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
for(const href of files){await import(href);await new Promise((next)=>setTimeout(next))}
${start.trim()}
};
const painted=()=>new PerformanceObserver(()=>setTimeout(()=>start())).observe({type:"paint",buffered:true});
addEventListener("load",painted,{once:true});
addEventListener("DOMContentLoaded",()=>setTimeout(()=>start(),document.hidden?0:${patience}),{once:true});
}`
}
