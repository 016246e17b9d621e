import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import type { TwoVersions } from '../frame/BothVersions.tsx'
import { act, type InputOf, type Shown } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'

export type Flaw = Shown<'piece'>['flaws'][number]
export type Place = { x: number; y: number }
type Lang = 'de' | 'en'
type Changes = InputOf<'piece.change-flaw'>['changes']
type Change<Value> = { from: Value; to: Value }
type Refused = { ok: false; reason: string }

const langs = ['de', 'en'] as const
const textKey = (flaw: Flaw, lang: Lang) => `${flaw.id}.${lang}`

/**
 * The flaws of a piece and what is done to them, one after the other. Each change names what was seen; where somebody changed
 * the same meanwhile both stand in `versions` until one is chosen, and what was typed stays in its field.
 */
export function useFlaws(piece: Shown<'piece'>, onChanged: () => void) {
  const t = useTranslations('office.piece.flaws')
  const announce = useAnnounce()
  const format = useFormats()
  const [flaws, setFlaws] = useState(piece.flaws)
  const [typed, setTyped] = useState<Readonly<Record<string, Change<string>>>>({})
  const [versions, setVersions] = useState<readonly TwoVersions[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef({ flaws, typed })
  latest.current.typed = typed

  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const done = queue.current.then(work)
    queue.current = done.catch(() => undefined)
    return done
  }
  const show = useCallback((now: Flaw[]) => {
    latest.current.flaws = now
    setFlaws(now)
  }, [])
  // Photos are turned and replaced beside this.
  useEffect(() => show(piece.flaws), [piece.flaws, show])
  const done = (now: Flaw[], said: string) => {
    setFault(null)
    show(now)
    announce(said)
    onChanged()
  }
  const refuse = ({ reason }: Refused) => setFault(reason === 'text-missing' ? t('textMissing') : t('failed'))
  /** `now` replaces what was seen of a flaw; null: it is gone. */
  const see = (id: number, now: Flaw | null) =>
    show(latest.current.flaws.flatMap((flaw) => (flaw.id === id ? (now ?? []) : flaw)))
  const put = (version: TwoVersions) =>
    setVersions((before) => [...before.filter(({ key }) => key !== version.key), version])
  const settle = (key: string) => setVersions((before) => before.filter((each) => each.key !== key))
  const forget = (key: string, sent?: string) =>
    setTyped(({ [key]: is, ...rest }) =>
      // Typed on while it was sent: that begins from what was saved.
      is && sent !== undefined && is.to !== sent ? { ...rest, [key]: { from: sent, to: is.to } } : rest,
    )

  const partOf = (flaw: Flaw, part: keyof Changes) =>
    part === 'place'
      ? t('placeAt', { x: format.number(flaw.x / 10), y: format.number(flaw.y / 10) })
      : flaw.text[part]
  const said = (flaw: Flaw) => `${flaw.text.de} · ${flaw.text.en} (${partOf(flaw, 'place')})`
  const labelOf = ({ number }: Flaw, part: keyof Changes) =>
    t(part === 'place' ? 'placeOf' : part === 'de' ? 'germanOf' : 'englishOf', { number })

  const change = async (flaw: Flaw, changes: Changes): Promise<void> => {
    const answer = await inTurn(() =>
      act('piece.change-flaw', { piece: piece.id, flaw: flaw.id, photo: flaw.photo, changes }),
    )
    if (answer.ok) {
      for (const part of Object.keys(changes)) settle(`${flaw.id}.${part}`)
      for (const lang of langs) if (changes[lang]) forget(textKey(flaw, lang), changes[lang].to)
      return done(answer.flaws, t('changed'))
    }
    setFault(null)
    if (answer.reason === 'no-such-flaw') return gone(wanted(flaw, changes), answer)
    if (answer.reason !== 'conflict') return refuse(answer)
    const { flaw: now, parts, by, at } = answer
    for (const part of parts) {
      const mine = changes[part]
      if (!mine) continue
      const key = `${flaw.id}.${part}`
      put({
        ...{ key, by, at, label: labelOf(flaw, part), theirs: partOf(now, part) },
        before: partOf(wanted(flaw, changes, 'from'), part),
        mine: partOf(wanted(flaw, changes), part),
        keep(whose) {
          settle(key)
          see(flaw.id, now)
          if (whose === 'theirs') return forget(key)
          const from = part === 'place' ? { x: now.x, y: now.y } : now.text[part]
          // What is typed by now, which may be more than was refused.
          void change(now, { [part]: { from, to: latest.current.typed[key]?.to ?? mine.to } })
        },
      })
    }
  }

  /** Somebody took it off: it can be pinned anew as it was wanted here. */
  const gone = (flaw: Flaw, { by, at }: { by: string | null; at: string | null }) => {
    const key = String(flaw.id)
    setVersions((before) => before.filter((each) => !each.key.startsWith(`${key}.`)))
    put({
      ...{ key, by, at, label: t('flaw', { number: flaw.number }), theirs: t('gone'), mine: said(flaw) },
      async keep(whose) {
        const isBack = whose === 'theirs' || (await add(flaw))
        if (!isBack) return
        settle(key)
        see(flaw.id, null)
        for (const lang of langs) forget(textKey(flaw, lang))
      },
    })
  }

  /** A flaw with the changes to it, and what is typed in its other fields. */
  const wanted = (flaw: Flaw, changes: Changes, side: 'from' | 'to' = 'to'): Flaw => {
    const textOf = (lang: Lang) =>
      changes[lang]?.[side] ?? latest.current.typed[textKey(flaw, lang)]?.[side] ?? flaw.text[lang]
    return { ...flaw, ...changes.place?.[side], text: { de: textOf('de'), en: textOf('en') } }
  }

  const add = async ({ photo, x, y, text }: Omit<Flaw, 'id' | 'number' | 'checkPlace'>): Promise<boolean> => {
    const answer = await inTurn(() => act('piece.add-flaw', { piece: piece.id, photo, x, y, text }))
    if (answer.ok) done(answer.flaws, t('added'))
    else refuse(answer)
    return answer.ok
  }

  /** Says that it lies where it is pinned, on the photo that was seen. */
  const confirm = async ({ id, photo }: Pick<Flaw, 'id' | 'photo'>): Promise<boolean> => {
    const answer = await inTurn(() => act('piece.confirm-flaw', { piece: piece.id, flaw: id, photo }))
    if (answer.ok) done(answer.flaws, t('placeChecked'))
    else {
      // Its photo was replaced once more, or somebody took it off.
      if (answer.reason === 'no-such-flaw') show(answer.flaws)
      refuse(answer)
      onChanged()
    }
    return answer.ok
  }

  const remove = async (flaw: Flaw): Promise<void> => {
    const answer = await inTurn(() => {
      // With what was saved of one's own in the turn before.
      const { x, y, text } = latest.current.flaws.find(({ id }) => id === flaw.id) ?? flaw
      return act('piece.remove-flaw', { piece: piece.id, flaw: flaw.id, from: { x, y, text } })
    })
    if (answer.ok) return done(answer.flaws, t('removed'))
    setFault(null)
    if (answer.reason !== 'conflict') return refuse(answer)
    const { flaw: now, by, at } = answer
    const key = `${flaw.id}.removed`
    put({
      ...{ key, by, at, label: t('flaw', { number: flaw.number }) },
      ...{ before: said(flaw), theirs: said(now), mine: t('toRemove') },
      keep(whose) {
        settle(key)
        see(flaw.id, now)
        if (whose === 'mine') void remove(now)
      },
    })
  }

  return {
    ...{ flaws, fault, versions, add, confirm, remove },
    move: (flaw: Flaw, place: Change<Place>) => void change(flaw, { place }),
    textOf: (flaw: Flaw, lang: Lang) => typed[textKey(flaw, lang)]?.to ?? flaw.text[lang],
    type(flaw: Flaw, lang: Lang, to: string) {
      const key = textKey(flaw, lang)
      setTyped((before) => ({ ...before, [key]: { from: before[key]?.from ?? flaw.text[lang], to } }))
    },
    /** Saves what was typed into a field that is left. */
    left(flaw: Flaw, lang: Lang) {
      const key = textKey(flaw, lang)
      const text = typed[key]
      if (!text) return
      if (text.to === text.from) return forget(key)
      // It waits for a choice already.
      if (versions.some((each) => each.key === key && each.mine === text.to)) return
      void change(flaw, { [lang]: text })
    },
  }
}
