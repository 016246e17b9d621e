import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What stands in the fields of a form, by their names and by their ids. */
type Values = Readonly<Record<string, string>>

/** Left to the same form that takes this one's place in the same moment: that is the page in the other language. */
let left: { name: string; answer: unknown; refused: Values } | null = null

/** Milliseconds; as long as what was typed is kept. */
const keptFor = 86_400_000

/**
 * A fault is about the value that was refused: where a field holds another one, it is mended as far as anybody can tell
 * before the form is sent again; where it holds that one again, it is not. `answer`: what the server said to the form
 * `name`, also in the other language. A fault may be about several fields, and is mended by any of them. `keeps`: the
 * form keeps what is typed (`use-kept-form.ts`), and then what was said to it is there again with that.
 */
export function useRefusal<Answer>(
  name: string,
  form: RefObject<HTMLFormElement | null>,
  answer: Answer | undefined,
  keeps = false,
): {
  answer: Answer | undefined
  /** It came with this page, and not from the other language: it takes the focus. */
  isNew: boolean
  isMended: (...fields: string[]) => boolean
  /** What stands in the fields; nothing before there is a script. */
  now: Values | undefined
} {
  const [carried, setCarried] = useState<Answer>()
  const [values, setValues] = useState<{ of?: Answer | undefined; refused: Values; now: Values }>()
  const sent = useRef<Values>(null)
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    const before =
      answer !== undefined ? null : left?.name === name ? left : keeps ? storedRefusal(name) : null
    left = null
    const said = before ? (before.answer as Answer) : answer
    const refused = before?.refused ?? sent.current ?? valuesOf(element, true)
    if (before) setCarried(said)
    else storeRefusal(name, keeps ? answer : undefined, refused)
    const look = () => setValues({ of: said, refused, now: valuesOf(element) })
    // Behind React's own listeners: drawn again before them, a field whose value React holds would lose what was typed.
    const changed = ({ target }: Event) => {
      if (element.contains(target as Node)) look()
    }
    const send = () => {
      sent.current = valuesOf(element)
    }
    look()
    addEventListener('input', changed)
    addEventListener('change', changed)
    element.addEventListener('submit', send)
    return () => {
      removeEventListener('input', changed)
      removeEventListener('change', changed)
      element.removeEventListener('submit', send)
      if (said === undefined) return
      left = { name, answer: said, refused }
      queueMicrotask(() => {
        left = null
      })
    }
  }, [answer, name, form, keeps])
  const shown = answer ?? carried
  const isMended = (...fields: string[]) =>
    values?.of === shown && fields.some((field) => values?.now[field] !== values?.refused[field])
  return { answer: shown, isNew: answer !== undefined, isMended, now: values?.now }
}

const keyOf = (form: string) => `refused-${form}`

/** Beside what was typed, in the tab's own store; the form that comes without an answer of its own begins anew. */
function storeRefusal(name: string, answer: unknown, refused: Values): void {
  try {
    if (answer === undefined) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), name, answer, refused }))
  } catch {
    // Storage may be forbidden or full: then faults last as long as the page.
  }
}

/** What was said to the form as it was typed: gone with what was typed, and as old as that at most. */
function storedRefusal(name: string): typeof left {
  try {
    const { at, ...stored } = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}')
    return Date.now() - at < keptFor && sessionStorage.getItem(`typed-${name}`) ? stored : null
  } catch {
    // What is not ours cannot be read.
    return null
  }
}

/** `sent`: what the page came with. Boxes that are all required count as one, which is ticked when all of them are. */
function valuesOf(form: HTMLFormElement, sent = false): Values {
  const values: Record<string, string> = {}
  for (const field of form.elements) {
    if (!isField(field) || field.type === 'hidden') continue
    const value = valueIn(field, sent)
    values[field.id] = value
    if (!field.name || field.name === field.id) continue
    const others = values[field.name]
    values[field.name] =
      field.type === 'checkbox' && field.required
        ? others === ''
          ? ''
          : value
        : [others, value].filter(Boolean).join('\n')
  }
  return values
}

function valueIn(field: Field, sent: boolean): string {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
    return (sent ? first?.value : field.value) ?? ''
  }
  if (/^(checkbox|radio)$/.test(field.type)) {
    const { checked, defaultChecked, value } = field as HTMLInputElement
    return (sent ? defaultChecked : checked) ? value : ''
  }
  return (sent ? field.defaultValue : field.value).trim()
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement
