import type { DemoPhotoEntry } from './demo-photos.ts'
import { coins, type JewelModel, jewelModels } from './demo-scale-jewels.ts'
import { type WatchModel, type WatchReference, watchModels } from './demo-scale-watches.ts'

type Words = { de: string; en: string }

/** A row of `product` with its rows of `stone` and the demo photos it shows. */
export type MadePiece = {
  row: Record<string, unknown>
  names: { brand: string | null; model: string | null; reference: string | null }
  name: Words
  previous: { since: string; price_cents: number } | null
  stones: Record<string, unknown>[]
  photos: string | null
}

/** Numbers from 0 to 1 that are the same at every run (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const day = 86_400_000

/** Makes plausible pieces, the same ones for the same seed; photos are chosen by what they show. */
export class PieceMaker {
  private readonly roll: () => number
  private readonly now: number
  private readonly watchPhotos: DemoPhotoEntry[]
  private readonly jewelPhotos: DemoPhotoEntry[]
  private readonly looks = new Map<string, string | null>()

  constructor(options: { seed: number; now: Date; photos: readonly DemoPhotoEntry[] }) {
    this.roll = dice(options.seed)
    this.now = options.now.getTime()
    this.watchPhotos = options.photos.filter((entry) => entry.kind === 'watch')
    this.jewelPhotos = options.photos.filter((entry) => entry.kind === 'jewellery')
  }

  make(id: string): MadePiece {
    const kind = this.roll()
    const made = kind < 0.56 ? this.watch() : kind < 0.97 ? this.jewel() : this.coin()
    const state = this.roll()
    const status = state < 0.78 ? 'listed' : state < 0.8 ? 'reserved' : 'sold'
    // twice as many in the last months as long ago
    const listedAt = this.now - Math.floor(this.roll() ** 2 * 900 * day)
    const reduced = status === 'listed' && this.roll() < 0.05 && this.now - listedAt > 20 * day
    const since = reduced ? this.now - Math.floor(this.roll() * 20 * day) : listedAt
    const price = made.row.price_cents as number
    return {
      ...made,
      previous: reduced
        ? { since: new Date(listedAt).toISOString(), price_cents: Math.round((price * 1.08) / 5000) * 5000 }
        : null,
      row: {
        ...made.row,
        id,
        status,
        branch_id: this.roll() < 0.6 ? 'koeln' : 'duesseldorf',
        listed_at: new Date(listedAt).toISOString(),
        price_since: new Date(since).toISOString(),
        sold_at:
          status === 'sold'
            ? new Date(Math.min(this.now, listedAt + Math.floor(this.roll() * 60 * day))).toISOString()
            : null,
      },
    }
  }

  private watch(): Omit<MadePiece, 'previous'> {
    const model = this.pick(watchModels)
    const reference = this.pick(model.references)
    const [number, caseMaterial, bracelets, dials, diameter, usual] = reference
    const year = this.whole(...model.years)
    const condition = this.condition()
    const scope = this.weighed({ 'full-set': 0.42, box: 0.18, papers: 0.14, none: 0.26 })
    const dial = this.pick(dials)
    const bracelet = this.pick(bracelets)
    const worth = { new: 1.12, 'very-good': 1, good: 0.9, fair: 0.76, incomplete: 0.6 }[condition] ?? 1
    const complete = { 'full-set': 1.06, box: 0.98, papers: 1, none: 0.93 }[scope] ?? 1
    return {
      names: { brand: model.brand, model: model.model, reference: number },
      name: { de: model.model, en: model.model },
      stones: [],
      photos: this.watchPhoto(model, reference, dial, bracelet),
      row: {
        kind: 'watch',
        price_cents: this.price(usual * worth * complete),
        tax_mode: this.roll() < 0.96 ? 'margin_25a' : 'standard_19',
        year_from: year,
        year_to: year,
        year_circa: scope === 'none' && this.roll() < 0.6,
        condition,
        scope,
        weight_grams: Math.round((bracelet === 'leather' ? 60 : 110) + this.roll() * 60),
        gender: model.gender,
        movement: model.movement,
        calibre: model.calibre,
        diameter_mm: diameter,
        case_material: caseMaterial,
        dial,
        bracelet,
        max_wrist_mm: this.whole(165, 215),
        complications: model.complications,
        rate_seconds: model.movement === 'quartz' ? null : this.whole(-4, 8),
        water_resistance_bar: model.water,
        polished: this.roll() < 0.5 ? null : this.roll() < 0.4,
        fineness: caseMaterial.endsWith('gold') && caseMaterial !== 'steel-gold' ? 750 : null,
        description: this.story(
          `${model.brand} ${model.model}, Referenz ${number}, ${year}. Werk und Gehäuse sind geprüft.`,
          `${model.brand} ${model.model}, reference ${number}, ${year}. Movement and case have been checked.`,
        ),
      },
    }
  }

  private jewel(): Omit<MadePiece, 'previous'> {
    const model = this.pick(jewelModels)
    const metal = this.pick(model.metals)
    const era = this.weighed({
      modern: 0.74,
      retro: 0.11,
      'art-deco': 0.08,
      'art-nouveau': 0.04,
      victorian: 0.03,
    })
    const [from, to] = eras[era] ?? [1990, 2023]
    const year = model.brand ? this.whole(1990, 2023) : this.whole(from, to)
    const stones = model.stones.map((kind, position) => this.stone(kind, position, year))
    const fineness = this.fineness(metal)
    const ring = model.type === 'rings'
    return {
      names: { brand: model.brand, model: model.model, reference: null },
      name: model.name,
      stones,
      photos: this.jewelPhoto(model, metal),
      row: {
        kind: 'jewellery',
        price_cents: this.price(
          this.between(...model.price) * (metal === 'silver' ? 0.25 : metal === 'platinum' ? 1.25 : 1) +
            stones.reduce((sum, stone) => sum + worthOf(stone), 0),
        ),
        tax_mode: 'margin_25a',
        year_from: year,
        year_to: Math.min(2023, year + 10),
        year_circa: true,
        condition: this.condition(),
        scope: model.brand ? this.weighed({ 'full-set': 0.3, box: 0.3, papers: 0.1, none: 0.3 }) : 'none',
        weight_grams: Math.round(this.between(...model.weight) * 10) / 10,
        gender: model.gender,
        jewellery_type: model.type,
        metal,
        fineness,
        ring_size_mm: ring ? this.whole(47, 66) : null,
        resizable_up_mm: ring ? this.whole(0, 4) : null,
        resizable_down_mm: ring ? this.whole(0, 4) : null,
        length_mm:
          model.type === 'necklaces'
            ? this.whole(38, 60) * 10
            : model.type === 'bracelets'
              ? this.whole(17, 21) * 10
              : null,
        era: model.brand ? 'modern' : era,
        hallmarks: fineness === null ? [] : [String(fineness)],
        description: this.story(
          `${model.name.de}, ${year} gefertigt. Fassungen und Verschluss sind geprüft.`,
          `${model.name.en}, made in ${year}. Settings and clasp have been checked.`,
        ),
      },
    }
  }

  private coin(): Omit<MadePiece, 'previous'> {
    const [de, en, metal, fineness, fine, gross, usual] = this.pick(coins)
    const year = this.whole(1895, 2023)
    return {
      names: { brand: null, model: null, reference: null },
      name: { de, en },
      stones: [],
      photos: null,
      row: {
        kind: 'bullion',
        price_cents: this.price(usual),
        tax_mode: 'investment_gold_25c',
        year_from: year,
        year_to: year,
        year_circa: false,
        condition: this.pick(['very-good', 'good']),
        scope: 'none',
        weight_grams: gross,
        metal,
        fineness,
        fine_grams: fine,
        coin: { de, en },
        description: this.story(
          `${de}, Prägung ${year}. Auf Echtheit geprüft.`,
          `${en}, struck ${year}. Tested for authenticity.`,
        ),
      },
    }
  }

  private stone(kind: JewelModel['stones'][number], position: number, year: number) {
    const diamond = kind.stone === 'diamond'
    const grown = diamond && year > 2015 && this.roll() < 0.04
    return {
      position,
      stone: kind.stone,
      count: this.whole(...kind.count),
      carat: Math.round(this.between(...kind.carat) * 100) / 100,
      cut: diamond && year < 1930 ? 'old-cut' : kind.cut,
      colour: diamond ? this.pick(['D', 'E', 'F', 'G', 'G', 'H', 'H', 'I', 'J', 'K']) : null,
      clarity: diamond ? this.pick(['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2', 'P1']) : null,
      laboratory_grown: grown,
      estimated: this.roll() < 0.7,
    }
  }

  private fineness(metal: string): number | null {
    if (metal === 'platinum') return 950
    if (metal === 'silver') return this.weighed({ 925: 0.7, 835: 0.2, 800: 0.1 }) === '925' ? 925 : 835
    if (metal.endsWith('gold')) return Number(this.weighed({ 585: 0.42, 750: 0.5, 333: 0.06, 375: 0.02 }))
    return null
  }

  private condition() {
    return this.weighed({ new: 0.06, 'very-good': 0.5, good: 0.36, fair: 0.07, incomplete: 0.01 })
  }

  private story(de: string, en: string): Words {
    const [moreDe, moreEn] = this.pick(remarks)
    return { de: `${de} ${moreDe}`, en: `${en} ${moreEn}` }
  }

  private watchPhoto(model: WatchModel, reference: WatchReference, dial: string, bracelet: string) {
    const [number, caseMaterial] = reference
    return this.look(`${number} ${dial} ${bracelet}`, this.watchPhotos, (entry) => {
      let likeness = entry.case_material === caseMaterial ? 4 : 0
      if (entry.dial_colour === dial) likeness += 3
      if (entry.bracelet?.material === bracelet.split('-')[0]) likeness += 2
      for (const complication of model.complications)
        if (entry.complications?.includes(complication)) likeness += complication === 'date' ? 0.5 : 2
      return likeness
    })
  }

  private jewelPhoto(model: JewelModel, metal: string) {
    return this.look(`${model.name.en} ${metal}`, this.jewelPhotos, (entry) => {
      if (entry.type !== model.type) return 0
      let likeness = entry.metal === metal ? 3 : 1
      const [stone] = model.stones
      if (entry.gemstones?.[0]?.stone === stone?.stone) likeness += 4
      return likeness
    })
  }

  /** The entry most alike; the same look has the same photo. */
  private look(key: string, entries: readonly DemoPhotoEntry[], likeness: (entry: DemoPhotoEntry) => number) {
    const known = this.looks.get(key)
    if (known !== undefined) return known
    const best = entries.reduce<{ id: string | null; likeness: number }>(
      (found, entry) =>
        likeness(entry) > found.likeness ? { id: entry.id, likeness: likeness(entry) } : found,
      { id: null, likeness: 0 },
    )
    this.looks.set(key, best.id)
    return best.id
  }

  private price(euros: number): number {
    const varied = euros * (0.88 + this.roll() * 0.24)
    const step = varied < 500 ? 5 : varied < 5000 ? 10 : 50
    return Math.max(20, Math.round(varied / step) * step) * 100
  }

  private pick<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.roll() * values.length)] as Value
  }

  private weighed<Key extends string>(weights: Record<Key, number>): Key {
    let rest = this.roll()
    const entries = Object.entries(weights) as [Key, number][]
    for (const [key, weight] of entries) {
      rest -= weight
      if (rest < 0) return key
    }
    return (entries[0] as [Key, number])[0]
  }

  private between(from: number, to: number): number {
    return from + this.roll() * (to - from)
  }

  private whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1))
  }
}

const eras: Record<string, [number, number]> = {
  victorian: [1860, 1900],
  'art-nouveau': [1895, 1912],
  'art-deco': [1920, 1938],
  retro: [1939, 1955],
  modern: [1965, 2023],
}

const perCarat: Record<string, number> = {
  diamond: 3900,
  sapphire: 900,
  ruby: 1400,
  emerald: 1300,
  pearl: 8,
  opal: 90,
}

function worthOf(stone: { stone: string; carat: number; count: number; laboratory_grown: boolean }): number {
  const each = stone.carat / stone.count
  const rate = (perCarat[stone.stone] ?? 60) * (stone.stone === 'diamond' ? 0.4 + Math.min(each, 2) : 1)
  return stone.carat * rate * (stone.laboratory_grown ? 0.15 : 1)
}

const remarks: readonly [string, string][] = [
  ['Aus einem Nachlass im Rheinland.', 'From an estate in the Rhineland.'],
  ['Aus erster Hand erworben.', 'Bought from its first owner.'],
  ['Feine Tragespuren, wie auf den Fotos zu sehen.', 'Fine signs of wear, as the photos show.'],
  ['In unserer Werkstatt gereinigt.', 'Cleaned in our workshop.'],
  ['Ungewöhnlich gut erhalten.', 'Unusually well preserved.'],
  ['Ein ruhiges Stück für jeden Tag.', 'A quiet piece for every day.'],
]
