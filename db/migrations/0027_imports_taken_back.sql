ALTER TABLE "imports" ADD COLUMN "questions" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "taken_back_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("started_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "sms_outbox_to_make" ON "sms_outbox" USING btree ("created_at","id") WHERE "sms_outbox"."state" = 'waiting' and "sms_outbox"."next_try_at" is null;