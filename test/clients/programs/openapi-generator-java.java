import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.Configuration;
import org.openapitools.client.api.ActivityApi;
import org.openapitools.client.api.CampaignsApi;
import org.openapitools.client.api.ContactsApi;
import org.openapitools.client.model.*;

/** Uses the Java client of openapi-generator as a customer would. Prints what it has found as one line of JSON. */
public class Program {
  private static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();

  public static void main(String[] arguments) throws Exception {
    ApiClient client = Configuration.getDefaultApiClient();
    client.updateBaseUri(System.getenv("API"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    ContactsApi contactsApi = new ContactsApi(client);
    CampaignsApi campaignsApi = new CampaignsApi(client);

    NewContact ann = new NewContact().email("ann@example.com").firstName("Ann");
    EnrolledContact created = contactsApi.contactsCreate(ann, "create-ann");
    EnrolledContact repeated = contactsApi.contactsCreate(ann, "create-ann");

    ImportBody body = new ImportBody()
        .csv("email\nbo@example.com\ncy@example.com\n")
        .options(new ImportSettings().addTagsItem("imported"));
    ImportReport report = contactsApi.contactsImport(body, null);

    List<ListedContact> contacts = new ArrayList<>();
    String cursor = null;
    do {
      ListedContactPage page = contactsApi.contactsList(2, cursor, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null, null, null, null, null, null, null);
      contacts.addAll(page.getData());
      cursor = page.getNextCursor();
    } while (cursor != null);
    List<String> emails = contacts.stream().map(ListedContact::getEmail).sorted().toList();

    OffsetDateTime startsAt = OffsetDateTime.parse("2030-01-02T10:00:00Z");
    NewStepVariant variant = new NewStepVariant().subject("Hello").bodyText("Hello {{firstName}}");
    EnrolledCampaign draft = campaignsApi.campaignsCreate(
        new NewCampaign()
            .name("Spring")
            .addStepsItem(new NewStep().addVariantsItem(variant))
            .schedule(new ScheduleInput().startAt(startsAt)),
        null);
    Campaign campaign = campaignsApi.campaignsGet(draft.getId());

    InvalidRequestErrorDetail fault = refusalOf(contactsApi, new NewContact().email("nobody"));

    List<ActivityEvent> events = new ActivityApi(client)
        .activityList(null, null, null, "contact.created", null, created.getId(), null, null, null, null, null, null)
        .getData();
    for (ActivityEvent event : events) event.getContactCreatedActivityEvent();

    Map<String, Object> found = new LinkedHashMap<>();
    found.put("isRepeated", created.getId().equals(repeated.getId()));
    found.put("imported", report.getCreated());
    found.put("contacts", emails);
    found.put("withoutCompany", contacts.get(0).getCompanyId() == null);
    found.put("status", campaign.getStatus().getValue());
    found.put("startsAt", campaign.getSchedule().getStartAt().isEqual(startsAt));
    found.put("fault", List.of(fault.getPath(), fault.getRule().getValue()));
    found.put("events", events.size());
    System.out.println(mapper.writeValueAsString(found));
  }

  private static InvalidRequestErrorDetail refusalOf(ContactsApi api, NewContact contact) throws Exception {
    try {
      api.contactsCreate(contact, null);
    } catch (ApiException refused) {
      if (refused.getCode() != 422) throw refused;
      return mapper.readValue(refused.getResponseBody(), InvalidRequest.class).getError().getDetails().get(0);
    }
    throw new IllegalStateException("the address was accepted");
  }
}
