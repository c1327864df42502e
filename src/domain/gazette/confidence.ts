/** How sure it is that a decision is about a company. */
export const confidences = ['exact', 'high', 'low'] as const;
export type Confidence = (typeof confidences)[number];
