type Texts = Readonly<Record<string, string>>

/**
 * What another reference changes in the fields of a piece. `held`: what follows from the references before and was seen
 * in its fields; `facts`: what follows from the one now; `textAt`: what stands in a field, `stored` what of it is saved.
 * A field that still says what a former reference said follows the new one: where that says nothing, what nobody has saved
 * goes, and what was saved stays. What somebody typed otherwise is left alone.
 */
export function followReference(
  held: Texts,
  { facts, textAt, stored }: { facts: Texts; textAt: (key: string) => string; stored: Texts },
): { put: Texts; held: Texts; replaced: number; removed: number } {
  const put: Record<string, string> = {}
  const next: Record<string, string> = {}
  let [replaced, removed] = [0, 0]
  for (const key of new Set([...Object.keys(held), ...Object.keys(facts)])) {
    const [text, fact] = [textAt(key), facts[key]]
    const isHeld = text !== '' && text === held[key]
    if (fact !== undefined && (text === '' || isHeld)) {
      next[key] = fact
      if (text !== fact) put[key] = fact
      if (isHeld && text !== fact) replaced += 1
    } else if (fact !== undefined && text === fact) next[key] = fact
    else if (isHeld && (stored[key] ?? '') === '') {
      put[key] = ''
      removed += 1
    } else if (isHeld) next[key] = text
  }
  return { put, held: next, replaced, removed }
}
