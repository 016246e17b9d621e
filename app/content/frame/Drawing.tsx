import { drawings, type IconName } from './drawings.ts'

const pen = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.25',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A drawn icon; with a label it is read out, without one it is decoration. */
export function Drawing({ name, label, className }: { name: IconName; label?: string; className: string }) {
  const drawing = <path d={drawings[name]} />
  return label ? (
    <svg role="img" aria-label={label} className={className} {...pen}>
      {drawing}
    </svg>
  ) : (
    <svg aria-hidden="true" className={className} {...pen}>
      {drawing}
    </svg>
  )
}
