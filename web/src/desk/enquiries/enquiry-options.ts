/** The kinds and states of enquiries, to choose from. */
import {
  enquiryKindNames,
  enquiryKinds,
  enquiryStateNames,
  enquiryStates,
} from '#contract/site/enquiries.ts';

export const kindOptions = enquiryKinds.map((value) => ({ value, label: enquiryKindNames[value] }));
export const stateOptions = enquiryStates.map((value) => ({
  value,
  label: enquiryStateNames[value],
}));
