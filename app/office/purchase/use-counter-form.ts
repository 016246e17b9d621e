import { useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import type { CounterThing } from './counter-things.ts'
import type { LineInput } from './line-input.ts'

const blankLine: Omit<LineInput, 'key'> = {
  what: 'metal',
  ...{ title: '', item: '', amount: '', euros: '', why: '', testMethod: '', findings: '' },
  ...{
    brand: '',
    model: '',
    reference: '',
    stones: '',
    serial: '',
    scope: '',
    register: '',
    registerName: '',
    registerReference: '',
  },
}

/** What is usual, so that most things need few fields. */
const usual: Record<CounterThing, Partial<LineInput>> = {
  metal: { item: 'gold-585', testMethod: 'xrf' },
  coin: { item: 'coin-kruegerrand', amount: '1', testMethod: 'xrf' },
  watch: { testMethod: 'movement' },
  jewellery: { testMethod: 'xrf' },
}

const blankTexts = {
  ...{ submission: '', upload: '', branch: '', language: '' },
  /** Of the newest thing: none after it is filed under the same key, even where it was taken off the counter. */
  lastKey: '0',
  ...{
    givenNames: '',
    surname: '',
    street: '',
    postalCode: '',
    city: '',
    country: 'DE',
    phone: '',
    email: '',
  },
}
type Texts = typeof blankTexts
type Typed = { texts: Texts; lines: readonly LineInput[] }

/**
 * The purchase that is being typed at this counter: kept by the browser until it is entered, but for serial numbers, which
 * are secret.
 */
export function useCounterForm() {
  const shown = useShown<'counter-purchase'>()
  const locale = useLocale()
  const kept = useKeptText('counter-purchase', { typed: '' })
  const [serials, setSerials] = useState<Readonly<Record<number, string>>>({})
  const typed = typedIn(kept.texts.typed)
  // Several changes of one event follow each other before anything is drawn.
  const newest = useRef(typed)
  newest.current = typed
  /** Another purchase than any other, from the first key on: sent again, it is this one. */
  const [own, setOwn] = useState({ submission: shown.submission, upload: shown.upload })
  const keep = (next: Typed) => {
    const { submission, upload } = next.texts
    const begun = {
      ...next.texts,
      submission: submission || own.submission,
      upload: upload || own.upload,
    }
    newest.current = { ...next, texts: begun }
    const lines = next.lines.map(({ serial: _, ...line }) => line)
    kept.put('typed', JSON.stringify({ texts: begun, lines }))
  }
  const keepLines = (change: (lines: readonly LineInput[]) => readonly LineInput[]) =>
    keep({ ...newest.current, lines: change(newest.current.lines) })
  return {
    texts: { ...typed.texts, language: typed.texts.language || locale },
    lines: typed.lines.map((line) => ({ ...line, serial: serials[line.key] ?? '' })),
    submission: typed.texts.submission || own.submission,
    upload: typed.texts.upload || own.upload,
    put: (changes: Partial<Texts>) =>
      keep({ ...newest.current, texts: { ...newest.current.texts, ...changes } }),
    add: (what: CounterThing) => {
      const { texts, lines } = newest.current
      const key = Math.max(Number(texts.lastKey), ...lines.map((line) => line.key)) + 1
      const added = { ...blankLine, ...usual[what], what, key }
      keep({ texts: { ...texts, lastKey: String(key) }, lines: [...lines, added] })
      return key
    },
    change: (key: number, changes: Partial<LineInput>) => {
      const { serial } = changes
      if (serial !== undefined) setSerials((all) => ({ ...all, [key]: serial }))
      keepLines((lines) => lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
    },
    remove: (key: number) => keepLines((lines) => lines.filter((line) => line.key !== key)),
    /** It was entered, or is not to be: the next one begins. */
    done: () => {
      setSerials({})
      setOwn({ submission: shown.submission, upload: shown.upload })
      kept.done()
    },
  }
}

export type CounterForm = ReturnType<typeof useCounterForm>

function typedIn(kept: string): Typed {
  const none = { texts: blankTexts, lines: [] }
  if (kept === '') return none
  try {
    const read = JSON.parse(kept) as { texts?: Partial<Texts>; lines?: Partial<LineInput>[] }
    return {
      texts: { ...blankTexts, ...read.texts },
      lines: (read.lines ?? []).map((line, index) => ({ ...blankLine, key: index + 1, ...line })),
    }
  } catch {
    // Kept by another release: nothing that could be shown.
    return none
  }
}
