/**
 * Addresses that open something private to whoever knows them: of an order, a sell request, an alert, a declaration,
 * a form's photos, a preview. They stand in no log, are handed on by no browser and kept by no cache. The test compares
 * these lists with the tables of routes.
 */

/** Folders whose next segment is a token; a star is any segment. */
const folders = [
  ...['bestellung', 'order', 'ankauf', 'termin', 'appointment'],
  ...['api/orders', 'api/appointments', 'api/sell-requests', 'api/sell-photos/*', 'office/calendar'],
]

/** Parameters whose value is one. */
const parameters = [
  'order',
  'alert',
  'received',
  'token',
  'upload',
  'submission',
  'visit',
  '_storyblok_tk[token]',
]

/** Those that say whose the page is; the content service's own token is told to the browser's code anyway. */
const ofSomebody = ['order', 'alert', 'received', 'upload', 'submission', '_storyblok_tk[token]']

const escaped = (text: string) =>
  text.replaceAll(/[[\]]/g, (sign) => `(?:\\${sign}|${encodeURIComponent(sign)})`)
/** Where an address ends in a text, also in one that is JSON. */
const segment = String.raw`[^\s/?#&"'\\<>]+`
const slash = '(?:/|%2f)'

const inPath = new RegExp(
  `(${slash}(?:${folders.map((folder) => folder.replaceAll('*', segment).replaceAll('/', slash)).join('|')})${slash})${segment}`,
  'gi',
)
const inQuery = new RegExp(
  `((?:[?&]|%3f|%26)(?:${parameters.map(escaped).join('|')})(?:=|%3d))[^\\s#&"'\\\\<>]+`,
  'gi',
)
/** PostgreSQL names the values that are there already. */
const inDetail =
  /(Key \([^=]*\)=\()(?:[^"\\]|\\.)*?(\) (?:already exists|is not present|is still referenced))/g

/** Any value of a query: what people search for or have typed into a form stands there. */
const inAnyQuery = /([?&][^\s=?&#"'\\<>]+=)[^\s#&"'\\<>]+/g
/** PostgreSQL tells the whole row that it refuses, and the value that it cannot read; in a text that is JSON. */
const inRow = /(Failing row contains \(|JSON data, line \d+: )(?:[^"\\]|\\.)*/g
const inValue = /(invalid input (?:syntax|value) for [\w ]+: )\\"(?:[^"\\]|\\[^"])*/g

const hidden = '[hidden]'

/** A text, of one line or many, without the tokens of the addresses in it. */
export function hideTokens(text: string): string {
  return text
    .replace(inPath, `$1${hidden}`)
    .replace(inQuery, `$1${hidden}`)
    .replace(inDetail, `$1${hidden}$2`)
}

/** A line of JSON without what people may have typed: no value of a query, and none that PostgreSQL refuses. */
export function hideValues(line: string): string {
  return line
    .replace(inAnyQuery, `$1${hidden}`)
    .replace(inRow, `$1${hidden}`)
    .replace(inValue, `$1\\"${hidden}`)
}

/** Whether an address opens something private. */
export function isPrivateAddress({ pathname, searchParams }: URL): boolean {
  if (ofSomebody.some((name) => searchParams.has(name))) return true
  inPath.lastIndex = 0
  return inPath.test(pathname)
}
