import { payloads } from '../../hostile-texts.ts'

/** What may end the text, attribute or element that a value stands in. */
const ends = [
  '',
  '">',
  "'>",
  '`>',
  '</script>',
  '</style>',
  '</title>',
  '</textarea>',
  '-->',
  ']]>',
  '"}',
  '\\"',
  "');",
]

/** Elements that do something by themselves, and by which handler. */
const elements: readonly (readonly [tag: string, handler: string, rest: string])[] = [
  ['img', 'onerror', 'src=x'],
  ['svg', 'onload', ''],
  ['video', 'onerror', 'src=x'],
  ['audio', 'onerror', 'src=x'],
  ['details', 'ontoggle', 'open'],
  ['input', 'onfocus', 'autofocus'],
  ['select', 'onfocus', 'autofocus'],
  ['iframe', 'onload', ''],
  ['object', 'onerror', 'data=x'],
  ['body', 'onpageshow', ''],
  ['style', 'onload', ''],
  ['link', 'onerror', 'rel=stylesheet href=x'],
  ['math', 'onclick', ''],
  ['div', 'onpointerenter', 'style=position:fixed;inset:0'],
  ['p', 'onanimationstart', 'style=animation-name:fade'],
]

/** How the call is written where a handler stands. */
const calls = ['alert(1)', 'alert`1`', '&#97;lert(1)', '(alert)(1)', "top['al'+'ert'](1)", 'al\\u0065rt(1)']

/** Ways of writing an element that only some readers take for one. */
const spellings: readonly ((element: string) => string)[] = [
  (element) => element,
  (element) => element.toUpperCase().replace(/ALERT/g, 'alert'),
  (element) => element.replaceAll(' ', '/'),
  (element) => element.replaceAll(' ', '\t'),
  (element) => element.replace('<', '<\0'),
  (element) => element.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (element) => encodeURIComponent(element),
  (element) => element.slice(0, -1),
]

/**
 * So many texts, each of which would run `alert` if it came into a page in the wrong way: those that are tried in the unit
 * tests first, then each element in each way that a text can be left and written.
 */
export function vectors(count: number): string[] {
  const made = new Set(payloads)
  for (let round = 0; made.size < count; round += 1) {
    const [tag, handler, rest] = elements[round % elements.length] as (typeof elements)[number]
    const turn = Math.floor(round / elements.length)
    const call = calls[turn % calls.length]
    const end = ends[Math.floor(turn / calls.length) % ends.length]
    const spelling = spellings[Math.floor(turn / (calls.length * ends.length)) % spellings.length]
    if (turn >= calls.length * ends.length * spellings.length) break
    made.add(`${end}${spelling?.(`<${tag} ${rest} ${handler}=${call}>`.replace('  ', ' '))}`)
  }
  return [...made].slice(0, count)
}
