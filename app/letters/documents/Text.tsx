import { Text as PlainText, type TextProps } from '@react-pdf/renderer'
import { Children, type ReactNode } from 'react'
import { breakable, familiesOf, printable, usualFamilies } from './typefaces.ts'

type WordsProps = Pick<TextProps, 'render' | 'minPresenceAhead'> & {
  children?: ReactNode
  style?: Exclude<TextProps['style'], readonly unknown[]>
  /** On every page. */
  fixed?: boolean
}

/** Words on paper, in whatever letters: only what can be drawn, in the typefaces that draw it. */
export function Text({ children, style = {}, ...rest }: WordsProps) {
  const parts = Children.toArray(children).map((part) =>
    typeof part === 'string' || typeof part === 'number' ? printable(String(part)) : part,
  )
  const families = familiesOf(parts.filter((part) => typeof part === 'string').join(''))
  const own = families.length > usualFamilies.length ? { fontFamily: families } : {}
  return (
    <PlainText {...rest} style={{ ...style, ...own }}>
      {parts.map((part) => (typeof part === 'string' ? breakable(part) : part))}
    </PlainText>
  )
}
