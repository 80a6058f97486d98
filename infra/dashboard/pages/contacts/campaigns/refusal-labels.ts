export const refusalLabels: Readonly<Record<string, string>> = {
  suppressed: 'the contact is suppressed',
  already_enrolled: 'the contact is or was in this campaign',
  active_elsewhere: 'the contact is in another started campaign',
  campaign_deleted: 'the campaign was deleted',
};
