/**
 * One ring size as four systems say it. The German size is the inner circumference in mm (ISO 8653); Italy, Spain and
 * Switzerland count from 40; the US and UK figures are rounded to a quarter and to half a letter.
 */
export type RingSize = {
  /** mm, inner circumference */
  german: number
  italian: number
  /** mm, inner */
  diameter: number
  american: string
  british: string
}

// German size: diameter mm / US / UK (UK ± ½)
const table = `44:14.0/3/F 45:14.3/3¼/G 46:14.6/3¾/H 47:15.0/4/H½ 48:15.3/4½/I½ 49:15.6/5/J 50:15.9/5¼/K 51:16.2/5¾/L
52:16.6/6/L½ 53:16.9/6½/M½ 54:17.2/6¾/N 55:17.5/7¼/O 56:17.8/7½/P 57:18.1/8/P½ 58:18.5/8½/Q½ 59:18.8/8¾/R
60:19.1/9¼/S 61:19.4/9½/T 62:19.7/10/T½ 63:20.1/10¼/U½ 64:20.4/10¾/V 65:20.7/11¼/W 66:21.0/11½/X 67:21.3/12/X½
68:21.6/12¼/Y½ 69:22.0/12¾/Z 70:22.3/13/Z+1`

/** Every size of the table, from 44 to 70. */
export const ringSizeTable: readonly RingSize[] = table.split(/\s+/).map((row) => {
  const [german = '', rest = ''] = row.split(':')
  const [diameter = '', american = '', british = ''] = rest.split('/')
  return {
    german: Number(german),
    italian: Number(german) - 40,
    diameter: Number(diameter),
    american,
    british,
  }
})

/**
 * The systems' names for an inner circumference in mm; halves are read as the next whole size.
 * `null` outside 44 to 70: there the systems no longer agree, and the German size stands alone.
 */
export function ringSizeOf(circumference: number): RingSize | null {
  const whole = Math.round(circumference)
  return ringSizeTable.find((size) => size.german === whole) ?? null
}
