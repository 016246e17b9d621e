import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { keepTyped, keptTyped } from '../frame/typed.ts'
import type { Effect } from './effects.ts'
import { merge } from './merge.ts'
import type { FormKey } from './parts.ts'
import type { OpenForm } from './settings-answers.ts'

/** Milliseconds after the last key until the server is asked what the form would do. */
const previewAfter = 250

export type Path = readonly (string | number)[]
type Faults = Readonly<Record<string, string>>
type Begun = { base: unknown; value: unknown; version: number; isKept: boolean }

/** Somebody else saved meanwhile: theirs, beside which stands what both began from. */
export type Meanwhile = { theirs: unknown; version: number; by: string | null; at: string }

export type SettingForm = {
  formKey: FormKey
  value: unknown
  set(path: Path, value: unknown): void
  /** By field; those that were left, or all once it was tried to save. */
  faults: Faults
  leave(path: string): void
  isDirty: boolean
  /** What stands here was typed before, and found again. */
  isKept: boolean
  discard(): void
  save(): Promise<void>
  isSaving: boolean
  /** Why nothing was saved, besides faults of fields. */
  refused: 'failed' | 'not-allowed' | 'gone' | null
  effect: Effect | null
  /** Something is wrong, left or not, and the effect is told without it. */
  isEffectBehind: boolean
  base: unknown
  meanwhile: Meanwhile | null
  /** Goes on from theirs with `value`. */
  settle(value: unknown): void
}

type SaveAnswer =
  | AnswerOf<'settings.save'>
  | AnswerOf<'settings.save-vacation'>
  | AnswerOf<'settings.save-branch'>
  | AnswerOf<'settings.save-opening'>

export type Save = (value: unknown, version: number) => Promise<SaveAnswer>

/**
 * A form over one setting or branch: what was typed, what is wrong with it, what it would do. What was typed stays in the
 * browser until it is saved or thrown away, and each save names the version that it began from.
 */
export function useSettingForm(open: OpenForm, save: Save): SettingForm {
  const t = useTranslations('office.settings')
  const announce = useAnnounce()
  const member = useMember()
  const { revalidate } = useRevalidator()
  const subject = open.key === 'branch' ? `branch:${(open.value as { id: string }).id}` : open.key
  const place = `${member.id}:${subject}`
  const [begun, setBegun] = useState<Begun>(() => begin(open, place))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState<{ faults: Faults; effect: Effect | null }>({
    faults: {},
    effect: open.effect,
  })
  const [isSaving, setSaving] = useState(false)
  const [refused, setRefused] = useState<SettingForm['refused']>(null)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const { value, base, version } = begun
  const isDirty = JSON.stringify(value) !== JSON.stringify(base)

  // Others saved, or another branch was opened: an untouched form follows.
  const opened = useRef(open)
  useEffect(() => {
    if (opened.current === open) return
    opened.current = open
    setBegun((now) => (JSON.stringify(now.value) === JSON.stringify(now.base) ? begin(open, place) : now))
  }, [open, place])

  useEffect(() => {
    keepTyped(place, isDirty ? { base, value, version } : null)
    if (!isDirty) {
      setPreview({ faults: {}, effect: open.effect })
      return
    }
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await act(
        'settings.preview',
        { key: open.key as FormKey, value },
        { signal: asked.signal },
      )
      if (asked.signal.aborted || !answer.ok) return
      // Where nothing can be worked out while something is wrong, the last effect stays.
      setPreview((before) => ({ faults: answer.faults, effect: answer.effect ?? before.effect }))
    }, previewAfter)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [value, base, version, isDirty, place, open.effect, open.key])

  const set = useCallback((path: Path, next: unknown) => {
    setBegun((now) => ({ ...now, value: withAt(now.value, path, next) }))
  }, [])
  const leave = useCallback((path: string) => setLeft((now) => new Set([...now, path])), [])

  const submit = async () => {
    if (isSaving) return
    setSaving(true)
    setRefused(null)
    const answer = await save(value, version)
    setSaving(false)
    if (answer.ok) {
      // What was typed while the save was on its way stays, as changes of what is stored now.
      setBegun((now) => ({
        base: answer.value,
        value: now.value === value ? answer.value : merge(value, now.value, answer.value).value,
        version: answer.version,
        isKept: false,
      }))
      setLeft(new Set())
      setTried(false)
      announce(t('saved'))
      return revalidate()
    }
    setTried(true)
    if (answer.reason === 'invalid') {
      setPreview((before) => ({ ...before, faults: answer.faults }))
      return announce(t('notSaved'))
    }
    if (answer.reason === 'changed-meanwhile') {
      setMeanwhile(answer)
      return announce(t('meanwhile', { by: answer.by ?? t('somebody') }))
    }
    setRefused(
      answer.reason === 'no-such-branch' ? 'gone' : answer.reason === 'failed' ? 'failed' : 'not-allowed',
    )
  }

  return {
    formKey: open.key as FormKey,
    value,
    set,
    leave,
    faults: tried
      ? preview.faults
      : Object.fromEntries(Object.entries(preview.faults).filter(([path]) => left.has(path))),
    isDirty,
    isKept: begun.isKept,
    discard: () => {
      keepTyped(place, null)
      setMeanwhile(null)
      setTried(false)
      setBegun({ base: open.value, value: open.value, version: open.version, isKept: false })
    },
    save: submit,
    isSaving,
    refused,
    effect: preview.effect,
    isEffectBehind: Object.keys(preview.faults).length > 0,
    base,
    meanwhile,
    settle: (settled) => {
      if (!meanwhile) return
      setBegun({ base: meanwhile.theirs, value: settled, version: meanwhile.version, isKept: false })
      setMeanwhile(null)
    },
  }
}

function begin(open: OpenForm, place: string): Begun {
  const kept = keptTyped(place)
  return kept
    ? { base: kept.base, value: kept.value, version: kept.version, isKept: true }
    : { base: open.value, value: open.value, version: open.version, isKept: false }
}

/** A value with another one at a path; the rest is the same object. */
function withAt(value: unknown, [name, ...rest]: Path, next: unknown): unknown {
  if (name === undefined) return next
  if (Array.isArray(value))
    return value.map((each, index) => (index === name ? withAt(each, rest, next) : each))
  const record = value as Record<string, unknown>
  return { ...record, [name]: withAt(record[name], rest, next) }
}

/** What stands at a path; undefined where there is nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string | number, unknown> | null)?.[name], value)
}
