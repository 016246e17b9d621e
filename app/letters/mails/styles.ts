import type { CSSProperties } from 'react'
import { palette } from '../palette.ts'

const sans = '"Hanken Grotesk", "Helvetica Neue", Helvetica, Arial, sans-serif'
/** A name or an address of one long word; the older name is the one that mail programs know. */
const wrapping = { wordBreak: 'break-word' } as const
const serif = 'Newsreader, Georgia, "Times New Roman", serif'

/** Styles of mails: on the elements themselves, for many mail programs read no style sheets. */
export const styles = {
  body: {
    backgroundColor: palette.paper,
    color: palette.ink,
    fontFamily: sans,
    margin: 0,
    padding: '24px 0',
  },
  sheet: {
    backgroundColor: palette.sheet,
    border: `1px solid ${palette.line}`,
    maxWidth: '600px',
    padding: '32px',
  },
  name: { color: palette.green, fontFamily: serif, fontSize: '22px', lineHeight: '28px', margin: '0 0 28px' },
  title: {
    ...wrapping,
    fontFamily: serif,
    fontSize: '26px',
    fontWeight: 400,
    lineHeight: '32px',
    margin: '0 0 20px',
  },
  text: { ...wrapping, fontSize: '16px', lineHeight: '25px', margin: '0 0 16px' },
  small: { ...wrapping, color: palette.soft, fontSize: '13px', lineHeight: '19px', margin: '0 0 8px' },
  label: {
    color: palette.soft,
    fontSize: '14px',
    lineHeight: '21px',
    margin: 0,
    paddingRight: '8px',
    verticalAlign: 'top',
  },
  value: {
    ...wrapping,
    paddingBottom: '6px',
    fontSize: '14px',
    lineHeight: '21px',
    margin: 0,
    verticalAlign: 'top',
  },
  price: {
    fontSize: '15px',
    lineHeight: '22px',
    margin: 0,
    textAlign: 'right',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  heading: { ...wrapping, fontSize: '16px', fontWeight: 600, lineHeight: '24px', margin: '24px 0 8px' },
  quote: { borderLeft: `3px solid ${palette.line}`, paddingLeft: '16px' },
  rule: { border: 'none', borderTop: `1px solid ${palette.line}`, margin: '12px 0' },
  button: {
    backgroundColor: palette.green,
    borderRadius: '2px',
    color: palette.sheet,
    display: 'inline-block',
    fontSize: '16px',
    lineHeight: '20px',
    padding: '13px 22px',
    textDecoration: 'none',
  },
  link: { color: palette.green, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>
