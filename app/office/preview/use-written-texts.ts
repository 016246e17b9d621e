import { pickBy } from 'es-toolkit'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TextEdit, TextField } from '#app/blocks/text-fields.ts'
import { type AnswerOf, act, type InputOf, type Shown } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { keepTyped, keptTyped } from '../frame/typed.ts'

export type Conflict = Extract<AnswerOf<'preview.save'>, { reason: 'conflict' }>

type Written = { version: number; base: Record<string, string>; value: Record<string, string> }

export const keyOf = (path: TextEdit['path']) => path.join('.')

/** What is written into the texts of a story; this browser keeps it until it is saved, also over a closed tab. */
export function useWrittenTexts({ id, locale, version, fields }: Shown<'preview-story'>) {
  const member = useMember()
  const place = `${member.id}:story:${id}:${locale}`
  const [written, setWritten] = useState<Written>(() => keptOf(place) ?? { version, base: {}, value: {} })
  const [conflict, setConflict] = useState<Conflict | null>(null)

  useEffect(() => {
    const { version, base } = written
    // What was saved is not kept: others may have changed it when somebody opens the page again.
    const value = pickBy(written.value, (text, key) => text !== base[key])
    keepTyped(place, Object.keys(value).length > 0 ? { version, base, value } : null)
  }, [place, written])

  const put = useCallback(({ path, value: before }: TextField, value: string) => {
    const key = keyOf(path)
    setWritten((now) => {
      const base = { ...now.base, [key]: now.base[key] ?? before }
      return { ...now, base, value: { ...now.value, [key]: value } }
    })
  }, [])
  const texts = useMemo(
    () =>
      fields.flatMap(({ path, uid, value: now }): InputOf<'preview.save'>['texts'] => {
        const key = keyOf(path)
        const value = written.value[key]
        return value === undefined ? [] : [{ path, uid, from: written.base[key] ?? now, value }]
      }),
    [fields, written],
  )

  const save = async (publish: boolean): Promise<AnswerOf<'preview.save'>> => {
    const answer = await act('preview.save', {
      story: id,
      version: written.version,
      language: locale,
      publish,
      texts,
    })
    if (answer.ok) {
      setConflict(null)
      setWritten((now) => ({ ...now, version: answer.version, base: { ...now.base, ...now.value } }))
    } else if (answer.reason === 'conflict') setConflict(answer)
    return answer
  }

  /** Goes on from what the other one wrote, with theirs or one's own. */
  const settle = (path: TextEdit['path'], whose: 'mine' | 'theirs') => {
    if (!conflict) return
    const key = keyOf(path)
    const theirs = conflict.texts.find((text) => keyOf(text.path) === key)?.theirs ?? null
    const rest = conflict.texts.filter((text) => keyOf(text.path) !== key)
    setWritten((now) => {
      const { [key]: mine = '', ...others } = now.value
      const value = theirs === null ? others : { ...now.value, [key]: whose === 'mine' ? mine : theirs }
      const base = theirs === null ? now.base : { ...now.base, [key]: theirs }
      return { version: rest.length > 0 ? now.version : conflict.version, base, value }
    })
    setConflict(rest.length > 0 ? { ...conflict, texts: rest } : null)
  }

  const textOf = ({ path, value }: TextField) => written.value[keyOf(path)] ?? value
  const isWritten = texts.some(({ from, value }) => from !== value)
  return { texts, textOf, put, save, conflict, settle, isWritten }
}

export type WrittenTexts = ReturnType<typeof useWrittenTexts>

function keptOf(place: string): Written | null {
  const kept = keptTyped(place)
  return (
    kept && {
      version: kept.version,
      base: kept.base as Written['base'],
      value: kept.value as Written['value'],
    }
  )
}
