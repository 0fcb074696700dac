DROP INDEX "exams_by_start";--> statement-breakpoint
DROP INDEX "questions_newest";--> statement-breakpoint
DROP INDEX "applications_newest";--> statement-breakpoint
DROP INDEX "orders_newest";--> statement-breakpoint
DROP INDEX "enquiries_newest";--> statement-breakpoint
DROP INDEX "enquiries_by_kind";--> statement-breakpoint
DROP INDEX "sms_outbox_newest";--> statement-breakpoint
DROP INDEX "rescores_by_question";--> statement-breakpoint
CREATE INDEX "exams_by_start" ON "exams" USING btree ("starts_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at" DESC NULLS FIRST,"position","id") WHERE "questions"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "applications_newest" ON "applications" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"order_id");--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "enquiries_by_kind" ON "enquiries" USING btree ("kind","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "sms_outbox_newest" ON "sms_outbox" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "rescores_by_question" ON "rescores" USING btree ("question_id","asked_at" DESC NULLS FIRST);