const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `12,345` */
export const written = (count: number): string => count.toLocaleString('en-US')

/** `12.3K`, where there is little room. */
export const compactText = (count: number): string => compact.format(count)

/** `82%` of a share from 0 to 1. What is neither nothing nor all is not written as such. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share > 0.99 && share < 1) return 'over 99%'
  return `${Math.round(share * 100)}%`
}
