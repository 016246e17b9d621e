import { z } from 'zod'
import { attribute, type Say } from './attribute.ts'
import { figure, together, whole } from './columns.ts'
import { figureValue } from './values.ts'

/** Inner circumference in mm: the German ring size. */
const sizes: readonly number[] = Array.from({ length: 27 }, (_, index) => 44 + index)

const words = {
  wider: { de: 'bis {mm}\u00a0mm weiter', en: 'up to {mm}\u00a0mm wider' },
  tighter: { de: 'bis {mm}\u00a0mm enger', en: 'up to {mm}\u00a0mm tighter' },
  altered: { de: 'änderbar: {how}', en: 'can be altered: {how}' },
}

const label = { de: 'Ringgröße', en: 'Ring size' }
const source = figure('ring_size_mm', 'numeric(3, 1)', { min: 40, max: 76 })

const limits = { min: 0, max: 20 }
const most = z.int().min(0).max(20)

/** mm; said with the ring size. */
export const resizable = attribute(
  together<
    { up: ReturnType<typeof whole>; down: ReturnType<typeof whole> },
    { up: number; down: number } | null
  >(
    { up: whole('resizable_up_mm', limits), down: whole('resizable_down_mm', limits) },
    z.strictObject({ up: most, down: most }),
    ({ up, down }) => (up === null && down === null ? null : { up: up ?? 0, down: down ?? 0 }),
  ),
  {
    id: 'resizable',
    label: { de: 'Änderbar', en: 'Can be altered' },
    part: 'jewellery',
    key: 'resizable',
    claim: {
      de: /(?<!\p{L})(?:geweitet|weiten|verengt|verengen|verkleiner|vergrößer|anpassbar|änderbar)/iu,
      en: /\b(?:resiz|enlarg|(?:made|sized) (?:larger|smaller|up|down))/iu,
    },
    form: {
      resizable_up_mm: { label: { de: 'Weiter um bis zu', en: 'Wider by up to' }, unit: 'mm' },
      resizable_down_mm: { label: { de: 'Enger um bis zu', en: 'Tighter by up to' }, unit: 'mm' },
    },
    fact: {
      place: { jewellery: 121 },
      first: { jewellery: 10 },
      label,
      text: (value, say) =>
        say.of({ part: 'jewellery', key: 'ringSize', source }) === null ? alterable(value, say) : null,
      essential: true,
    },
  },
)

export const ringSize = attribute(source, {
  id: 'ring-size',
  label,
  part: 'jewellery',
  key: 'ringSize',
  card: true,
  words,
  form: { ring_size_mm: { unit: 'mm', help: { de: 'Innenumfang', en: 'inner circumference' } } },
  filter: {
    slug: { de: 'ringgroesse', en: 'ring-size' },
    panel: { jewelry: 50 },
    ordinal: true,
    open: ['jewelry'],
    givenUp: 150,
    heading: { rank: 150, any: { de: { after: 'in Größe {values}' }, en: { after: 'in size {values}' } } },
    values: sizes.map(figureValue),
    of: (value) => (value === null ? null : String(Math.floor(value))),
    ofRange: ({ from, to }) => (from !== null && from === to && sizes.includes(from) ? String(from) : null),
    named: true,
    range: {
      min: 40,
      max: 76,
      decimals: 0,
      single: true,
      phrase: { de: 'in Größe {range}', en: 'in size {range}' },
      of: (value) => Math.floor(value ?? 0),
    },
  },
  fact: {
    place: { jewellery: 120 },
    first: { jewellery: 10 },
    text: (value, say) => [say.number(value), alterable(say.of(resizable), say)],
    essential: true,
  },
  jsonLd: (value) => ({ size: String(value) }),
  search: { reading: 'whole' },
})

function alterable(by: { up: number; down: number } | null, say: Say): string | null {
  const { up = 0, down = 0 } = by ?? {}
  const how = [
    up > 0 && say.in(words.wider, { mm: say.number(up, 0) }),
    down > 0 && say.in(words.tighter, { mm: say.number(down, 0) }),
  ].filter(Boolean)
  return how.length > 0 ? say.in(words.altered, { how: how.join(', ') }) : null
}
