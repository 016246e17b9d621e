/** Longer queries are cut here, in characters. */
const maxQueryLength = 200

/** What of a query is read. */
export function cutQuery(query: string): string {
  return [...query].slice(0, maxQueryLength).join('')
}

const maxChunks = 10

/** A piece of a query between spaces: `5711/1A-010` has the parts 5711, 1a, 010 and is 57111a010 as a whole. */
export type Chunk = { parts: string[]; whole: string }

// What `unaccent` of the database does to letters that Unicode does not decompose.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ĸ: 'q',
  ŋ: 'n',
  ŧ: 't',
}

/**
 * One spelling for all: lower case, no accents, ä = ae = a, ö = oe = o, ü = ue = u, ß = ss.
 * The same as `search_fold` of the database, which folds what is searched.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħĸŋŧ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u')
}

/**
 * A query as folded words of letters and digits only: whatever else was typed is a space or nothing, so
 * nothing of it can mean something to the database.
 */
export function splitQuery(query: string, most = maxChunks): Chunk[] {
  // “men’s” are men
  const text = fold(cutQuery(query))
    .replace(/(?<=[a-z])['’‘`´]s(?![a-z0-9])/g, '')
    .replace(/(?<=\d0)['’‘`´]s(?![a-z0-9])/g, 's')
  // Lengths are no words of a piece: „Halskette 45 cm“ is any necklace.
  const saying = text.replace(/(?<![a-z0-9.,])\d{1,3}(?:[.,]\d+)?[\s-]*cm(?![a-z0-9])/g, ' ')
  return (/[a-z]/.test(saying) ? saying : text)
    .replace(/(?<=\d),(?=\d)/g, '.')
    .split(/[\p{C}\s,;()|&+:"„“”]+/u)
    .map((chunk) => ({
      parts: chunk.split(/[^a-z0-9]+/).filter((part) => part !== ''),
      whole: chunk.replace(/[^a-z0-9]+/g, ''),
    }))
    .filter((chunk) => chunk.whole !== '')
    .slice(0, most)
}

const stopWords = new Set(
  fold(
    `und mit von vom für der die das den dem ein eine einen einer aus oder zu zum zur am im in an auf bei ohne ab bis
    and with the a of from or to for by on at
    unter uber under over below above between zwischen euro eur euros
    schön schöne schöner schönes schönen edel edle edler edles edlen luxus
    beautiful nice luxury timeless stylish exclusive unique precious geschenk gift present stück piece online shop angebot angebote
    kaufen gebraucht gebrauchte gebrauchter gebrauchtes günstig günstige preis suche echt echte echter
    buy second hand secondhand used preowned owned price cheap genuine real
    ref referenz reference referenznummer modell model nr no nummer number marke brand original artikel artikelnummer
    größe ringgröße size ringsize mm millimeter millimetre millimetres millimeters ct gr zifferblatt dial gehäuse case
    getragen getragene getragener getragenes preisgünstig gorgeous lovely stunning pretty ringweite mein meine meinen meiner my ich
    jahr jahre jahren year years baujahr durchmesser diameter`,
  ).split(/\s+/),
)

/** What is said of any piece, in every ending. */
const praise = new RegExp(
  `^(?:${fold(
    'zeitlos stilvoll schlicht dezent hochwertig exklusiv besonder außergewöhnlich einzigartig elegant hübsch schick fein wunderschön toll traumhaft luxuriös prächtig kostbar wertvoll',
  )
    .split(' ')
    .join('|')})(?:e|er|es|en|em|ere|erer|eres|eren|s)?$`,
)

/** Whether a word says nothing about a piece. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word) || praise.test(word)
}

const sizeWords = new Set(fold('größe ringgröße ringweite weite gr size ringsize sized').split(' '))

/** Whether a figure behind a word is a size. */
export function isSizeWord(word: string): boolean {
  return sizeWords.has(word)
}

const decades = new Map(
  Object.entries({
    20: 'zwanziger twenties',
    30: 'dreissiger thirties',
    40: 'vierziger forties',
    50: 'fünfziger fifties',
    60: 'sechziger sixties',
    70: 'siebziger seventies',
    80: 'achtziger eighties',
    90: 'neunziger nineties',
  }).flatMap(([decade, names]) =>
    fold(names)
      .split(' ')
      .map((name) => [name, `${decade}er`] as const),
  ),
)

/** A decade in figures, however it is said: `sechziger`, `sixties`, `60erjahre`. */
export function decadeOf(word: string): string | null {
  const said = word.replace(/(?<=er)(?:n|jahren?)$/, '')
  return decades.get(said) ?? (/^(?:1[89]|20)?[0-9]0er$/.test(said) ? said : null)
}

const spokenGenders = new Map(
  Object.entries({
    damen: `freundin mutter mama oma tochter schwester gattin ehefrau verlobte girlfriend wife daughter sister mum mom
      grandma fiancee`,
    herren: `freund vater papa opa sohn bruder gatte gatten ehemann verlobter verlobten boyfriend husband father dad
      brother grandpa fiance`,
  }).flatMap(([gender, names]) => names.split(/\s+/).map((name) => [name, gender] as const)),
)
const pronouns = new Map([
  ...['sie', 'her'].map((word) => [word, 'damen'] as const),
  ...['ihn', 'him'].map((word) => [word, 'herren'] as const),
])

/** Whom a piece is for, where a person is named: `für meine Freundin`, `for him`. */
export function genderOf(word: string, before: string | undefined): string | null {
  const named = before === 'fur' || before === 'for' ? pronouns.get(word) : undefined
  return named ?? spokenGenders.get(word) ?? null
}

/** What a piece's state is called: 0 available, 1 reserved, 2 sold. */
export const stateWords: ReadonlyMap<string, 0 | 1 | 2> = new Map([
  ...['verfugbar', 'verfugbare', 'lieferbar', 'available'].map((word) => [word, 0] as const),
  ...['reserviert', 'reservierte', 'reserved'].map((word) => [word, 1] as const),
  ...['verkauft', 'verkaufte', 'verkaufter', 'sold'].map((word) => [word, 2] as const),
])
