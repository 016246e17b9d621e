import { z } from 'zod'
import { parcelLabel } from '#app/shop/parcel-label.ts'
import { parcel } from './stored-json.ts'

const moment = z.iso.datetime()
const change = <Kind extends string, Content extends z.ZodType>(kind: Kind, content: Content) =>
  z.object({ kind: z.literal(kind), before: content.nullable(), after: content })

/** By event: what was replaced by what. */
const changes = {
  'change-parcel': change('parcel', parcel),
  'change-label': change('label', parcelLabel),
  'move-appointment': change('appointment', moment),
} as const
const kinds = {
  'change-parcel': 'parcel',
  'change-label': 'label',
  'move-appointment': 'appointment',
} as const

export type HistoryNote =
  | { [Event in keyof typeof changes]: z.infer<(typeof changes)[Event]> }[keyof typeof changes]
  /** What somebody said was written down by one of us. */
  | { kind: 'recorded'; by: string }
  /** In the words of whoever took the step. */
  | { kind: 'words'; text: string }

const arrow = ' → '
const recorded = 'recorded by '

/** What was noted with a step of a request, as what it means; null where nothing was. What cannot be read is words. */
export function readHistoryNote({ event, note }: { event: string; note: string | null }): HistoryNote | null {
  if (note === null || note === '') return null
  if (note.startsWith(recorded)) return { kind: 'recorded', by: note.slice(recorded.length) }
  if (event === 'change-parcel' || event === 'change-label' || event === 'move-appointment') {
    const read = changes[event].safeParse({ kind: kinds[event], ...bothSides(note) })
    if (read.success) return read.data
  }
  return { kind: 'words', text: note }
}

/** The JSON on both sides of the arrow; texts within it may have arrows, too. */
function bothSides(note: string): { before: unknown; after: unknown } | null {
  for (let at = note.indexOf(arrow); at >= 0; at = note.indexOf(arrow, at + 1)) {
    const [before, after] = [readJson(note.slice(0, at)), readJson(note.slice(at + arrow.length))]
    if (before && after) return { before: before.value, after: after.value }
  }
  return null
}

function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
