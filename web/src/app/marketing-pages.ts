/** The chunks of the pages that advertise; their addresses stand in pages.ts. */
export const marketingPages = {
  exploreCourses: () => import('./routes/marketing/explore-courses.tsx'),
  germany: () => import('./routes/marketing/germany-opportunity.tsx'),
  germanyThanks: () => import('./routes/marketing/germany-thanks.tsx'),
  cma: () => import('./routes/marketing/cma-course.tsx'),
  cmaThanks: () => import('./routes/marketing/cma-thanks.tsx'),
  cpa: () => import('./routes/marketing/cpa-course.tsx'),
  cpaThanks: () => import('./routes/marketing/cpa-thanks.tsx'),
  remoteReadyWomen: () => import('./routes/marketing/remote-ready-women.tsx'),
  womenThanks: () => import('./routes/marketing/women-thanks.tsx'),
  dataMastery: () => import('./routes/marketing/data-mastery.tsx'),
  terms: () => import('./routes/marketing/terms.tsx'),
  privacy: () => import('./routes/marketing/privacy.tsx'),
  refunds: () => import('./routes/marketing/refunds.tsx'),
  pricing: () => import('./routes/marketing/pricing.tsx'),
};
export type MarketingPages = typeof marketingPages;
