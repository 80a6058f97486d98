import { serviceInfo } from '#lib/docs/service-info.ts';
import type { DomainExamples } from './base.ts';

export const serviceExamples: DomainExamples = { components: { ServiceInfo: serviceInfo }, responses: {} };
