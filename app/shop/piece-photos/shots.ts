import type { Locale } from '#app/language/locales.ts'

/** What a photo is of, as its table says. */
export const photoRoles = ['piece', 'detail', 'flaw', 'scope', 'worn'] as const
export type PhotoRole = (typeof photoRoles)[number]

export type PieceKind = 'watch' | 'jewellery' | 'bullion'

type Shot = {
  role: PhotoRole
  /** As a frame that is still empty names it. */
  label: Record<Locale, string>
  /** Wanted of every piece of its kind, or only of one with what it shows. */
  wanted: 'always' | 'with-box' | 'with-papers' | 'with-report' | 'with-flaws'
}

const flaw: Shot = { role: 'flaw', label: { de: 'Makel', en: 'Flaw' }, wanted: 'with-flaws' }
const hallmark: Shot = { role: 'detail', label: { de: 'Punze', en: 'Hallmark' }, wanted: 'always' }

/** The photos that a piece of each kind should have, in their order. The first one is what a card shows. */
export const shotList: Record<PieceKind, Readonly<Record<string, Shot>>> = {
  watch: {
    front: { role: 'piece', label: { de: 'Zifferblatt', en: 'Dial' }, wanted: 'always' },
    'case-back': { role: 'detail', label: { de: 'Boden', en: 'Case back' }, wanted: 'always' },
    clasp: { role: 'detail', label: { de: 'Schließe', en: 'Clasp' }, wanted: 'always' },
    'crown-side': { role: 'detail', label: { de: 'Kronenseite', en: 'Crown side' }, wanted: 'always' },
    papers: { role: 'scope', label: { de: 'Papiere', en: 'Papers' }, wanted: 'with-papers' },
    box: { role: 'scope', label: { de: 'Box', en: 'Box' }, wanted: 'with-box' },
    flaw,
  },
  jewellery: {
    front: { role: 'piece', label: { de: 'Vorderseite', en: 'Front' }, wanted: 'always' },
    side: { role: 'piece', label: { de: 'Seite', en: 'Side' }, wanted: 'always' },
    hallmark,
    clasp: { role: 'detail', label: { de: 'Verschluss', en: 'Clasp' }, wanted: 'always' },
    worn: { role: 'worn', label: { de: 'Getragen', en: 'Worn' }, wanted: 'always' },
    report: { role: 'scope', label: { de: 'Gutachten', en: 'Report' }, wanted: 'with-report' },
    flaw,
  },
  bullion: {
    front: { role: 'piece', label: { de: 'Vorderseite', en: 'Front' }, wanted: 'always' },
    back: { role: 'piece', label: { de: 'Rückseite', en: 'Back' }, wanted: 'always' },
    flaw,
  },
}

/** A shot of a kind of piece; null for a word that names none. */
export function findShot(kind: PieceKind, shot: string): Shot | null {
  const shots = shotList[kind]
  return Object.hasOwn(shots, shot) ? (shots[shot] ?? null) : null
}

/** What is known of a piece that some shots depend on. */
export type ShotFacts = {
  kind: PieceKind
  /** Of jewellery: few types have a clasp. */
  type: string | null
  scope: string | null
  hasReport: boolean
  /** Something is said of a flaw: in the notes on its condition, as a known defect, or pinned to a photo. */
  hasFlaws: boolean
}

const withClasp = new Set(['necklaces', 'bracelets'])

/** The shots that this piece should have, in their order. */
export function wantedShots({ kind, type, scope, hasReport, hasFlaws }: ShotFacts): string[] {
  const applies: Record<Shot['wanted'], boolean> = {
    always: true,
    'with-box': scope === 'full-set' || scope === 'box',
    'with-papers': scope === 'full-set' || scope === 'papers',
    'with-report': hasReport,
    'with-flaws': hasFlaws,
  }
  return Object.entries(shotList[kind])
    .filter(([, { wanted }]) => applies[wanted])
    .map(([shot]) => shot)
    .filter((shot) => kind !== 'jewellery' || shot !== 'clasp' || type === null || withClasp.has(type))
}

/**
 * Those of the wanted shots that no photo is yet, in their order. A flaw is also shown by a photo whose role that is:
 * pinned to a photo of the whole piece, it is found there, but not seen.
 */
export function missingShots(
  wanted: readonly string[],
  photos: readonly { shot: string | null; role: PhotoRole }[],
): string[] {
  return wanted.filter(
    (wish) => !photos.some(({ shot, role }) => shot === wish || (wish === 'flaw' && role === 'flaw')),
  )
}

/** The alternative text that is proposed until somebody writes one: the piece, and which shot of it. */
export function proposedAlt(
  { kind, name }: { kind: PieceKind; name: Record<Locale, string> },
  shot: string | null,
): Record<Locale, string> {
  const label = shot === null ? null : (findShot(kind, shot)?.label ?? null)
  return {
    de: label ? `${name.de}: ${label.de}` : name.de,
    en: label ? `${name.en}: ${label.en.toLowerCase()}` : name.en,
  }
}
