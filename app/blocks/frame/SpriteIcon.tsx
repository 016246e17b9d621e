import type { iconName } from '../shared-fields.ts'
import sheet from './icon-sprite.svg?url'

export type IconName = Exclude<keyof (typeof iconName)['options'], 'none'>

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.25',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/**
 * A drawn icon; with a label it is read out, without one it is decoration. The drawings lie in one file that the
 * browser keeps, not in every page and script.
 */
export function SpriteIcon({
  name,
  label,
  className,
}: {
  name: IconName
  label?: string
  className: string
}) {
  const drawing = <use href={`${sheet}#${name}`} />
  return label ? (
    <svg role="img" aria-label={label} className={className} {...stroke}>
      {drawing}
    </svg>
  ) : (
    <svg aria-hidden="true" className={className} {...stroke}>
      {drawing}
    </svg>
  )
}
