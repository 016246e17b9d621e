/** How a parcel is insured on its way. Apart from what reads labels, for browsers choose from it. */
export const parcelMethods = ['insured-parcel', 'value-courier'] as const
export type ParcelMethod = (typeof parcelMethods)[number]
