// A payment gateway that can't be reached, for tests that pay nothing: every call times out.
import { GatewayError } from '#api/gateways/gateway-call.ts';
import type { PaymentGateway } from '#api/gateways/payment/port.ts';

const unreachable = async (): Promise<never> => {
  throw new GatewayError('timeout', { call: 'closed gateway' });
};

export const closedGateway: PaymentGateway = {
  merchantId: 'closed',
  createSession: unreachable,
  orderStatus: unreachable,
  refund: unreachable,
  verifyReturn: () => ({ reference: null, status: null, valid: false }),
  verifyWebhook: () => ({ authentic: false }),
};
