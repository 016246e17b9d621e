const toTwenty = {
  de: 'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  en: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
}
const tens = {
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
}

type Counted = readonly [word: string, count: number]

const counted = (words: string, first: number, step: number): Counted[] =>
  words.split(' ').map((word, at) => [word, first + at * step])

const german = new Map<string, number>([
  ...counted(toTwenty.de, 1, 1),
  ...counted(tens.de, 20, 10),
  ...counted(toTwenty.de, 1, 1)
    .slice(0, 9)
    .flatMap(([one, count]) =>
      counted(tens.de, 20, 10).map(([ten, more]): Counted => [`${one}und${ten}`, count + more]),
    ),
  ['eine', 1],
])
const english = new Map<string, number>([
  ['a', 1],
  ...counted(toTwenty.en, 1, 1),
  ...counted(tens.en, 20, 10),
])

/** What German words for numbers are joined from; the longer of two that begin alike first. */
const part =
  '(?:anderthalb|eine?|zwei|drei|vier|f(?:ü|ue)nf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zw(?:ö|oe)lf|zwan|zig|(?:ß|ss)ig|und|halb)'
const size = '(?:hundert|tausend)'
const inGerman = String.raw`(?:${part}*\s?${size}(?:${part}|${size})*)`
const count = `(?:${[...english.keys()].sort((a, b) => b.length - a.length).join('|')})`
const inEnglish = String.raw`(?:${count}(?:[\s-]+${count})?(?:\s+and\s+a\s+half)?\s+(?:hundred|thousand)(?:\s+(?:and\s+)?${count}(?:[\s-]+${count})?(?:\s+hundred)?)*)`

/** Hundreds and thousands in words, as a part of a pattern without marks: `zweieinhalbtausend`, `fifteen hundred`. */
export const numberInWords = `(?:${inGerman}|${inEnglish})`

/** @returns `null` for what only looks like a number, such as `zehnhundertzig` */
export function readNumberWords(text: string): number | null {
  const said = text.toLowerCase().trim()
  return /hundred|thousand/.test(said) ? readEnglish(said) : readGerman(said)
}

function readGerman(text: string): number | null {
  const word = text
    .replace(/\s+/g, '')
    .replace(/ss(?=ig)/, 'ß')
    .replaceAll('ue', 'ü')
    .replaceAll('oe', 'ö')
  const [, thousands, rest = word] = /^(.*?)tausend(?:und)?(.*)$/.exec(word) ?? []
  const times = thousands === undefined ? 0 : thousands === '' ? 1 : belowThousand(thousands)
  const more = rest === '' ? 0 : belowThousand(rest)
  return times === null || more === null ? null : Math.round(times * 1000 + more)
}

/** Also `zweieinhalb`, of thousands. */
function belowThousand(word: string): number | null {
  if (word === 'anderthalb') return 1.5
  if (word.endsWith('einhalb')) {
    const whole = german.get(word.slice(0, -'einhalb'.length))
    return whole === undefined ? null : whole + 0.5
  }
  const [, hundreds, rest = word] = /^(.*?)hundert(?:und)?(.*)$/.exec(word) ?? []
  const times = hundreds === undefined ? 0 : hundreds === '' ? 1 : german.get(hundreds)
  const more = rest === '' ? 0 : german.get(rest)
  return times === undefined || more === undefined ? null : times * 100 + more
}

function readEnglish(text: string): number | null {
  let [total, part] = [0, 0]
  for (const word of text.replace(/and a half/g, 'half').split(/[\s-]+/)) {
    if (word === 'half') part += 0.5
    else if (word === 'hundred') part *= 100
    else if (word === 'thousand') {
      total += part * 1000
      part = 0
    } else if (word !== 'and') {
      const each = english.get(word)
      if (each === undefined) return null
      part += each
    }
  }
  return Math.round(total + part)
}
