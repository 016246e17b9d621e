/** What stands for something in a template, and is filled in when it is chosen. Browsers read this file, too. */
export const placeholders = ['name', 'piece', 'price', 'link', 'hours'] as const
export type Placeholder = (typeof placeholders)[number]

/** What each stands for in one enquiry and language; null: there is no such thing (no piece, or none that is on sale). */
export type TemplateValues = Readonly<Record<Placeholder, string | null>>

const inBraces = /\{([^{}\n]*)\}/g

/** Words in braces that stand for nothing we know: a name that was mistyped. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(inBraces)].map(([, name = '']) => name)
  return [...new Set(found.filter((name) => !(placeholders as readonly string[]).includes(name)))]
}

/** A template's text with what is known; what is not stays as it is, to be seen and mended. */
export function fillTemplate(text: string, values: TemplateValues): string {
  return text.replace(inBraces, (whole, name: string) => values[name as Placeholder] ?? whole)
}

/** What of a text is still to be filled in: it must not go out so. */
export const unfilled = (text: string): string[] => [
  ...new Set([...text.matchAll(inBraces)].map(([whole]) => whole)),
]

/** Characters of an answer and of templates, for forms and for what reads them. */
export const answerLengths = { subject: 300, text: 20_000, name: 80 } as const
