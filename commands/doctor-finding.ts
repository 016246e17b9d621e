/** One thing that was looked at; `advice` says what to do where it is not as it should be. */
export type Finding = {
  level: 'ok' | 'warning' | 'broken'
  about: string
  text: string
  advice?: string
}

export function finding(level: Finding['level'], about: string, text: string, advice?: string): Finding {
  return { level, about, text, ...(advice !== undefined && { advice }) }
}
